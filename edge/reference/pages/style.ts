/**
 * The page's whole style: the reader's own fonts, the system's light or dark scheme, one column on a phone.
 * The text has no character that HTML escapes, since the page's policy knows the style by its hash.
 */
export const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e9ed);--soft:light-dark(#57606a,#9aa4af);--ground:light-dark(#fff,#14171a);--sheet:light-dark(#f5f7f9,#1d2126);--line:light-dark(#d9dee3,#343a41);--link:light-dark(#0b5cad,#7ab8f5)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,nav{max-width:60rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
h1{margin:0;font-size:1.75rem}
h2{margin:3rem 0 .5rem;border-bottom:1px solid var(--line);font-size:1.4rem}
h3{margin:2rem 0 .25rem;font-size:1.1rem}
h4{margin:1rem 0 .25rem;font-size:.95rem;color:var(--soft)}
p{margin:.5rem 0;max-width:44rem}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{margin:.5rem 0;padding:.75rem;overflow-x:auto;overflow-wrap:normal;background:var(--sheet);border:1px solid var(--line);border-radius:6px}
summary{cursor:pointer;color:var(--link)}
.method{display:inline-block;min-width:4rem;font-weight:700}
dl{margin:.5rem 0}
dt{margin-top:.5rem}
dd{margin:0 0 0 1rem;color:var(--soft)}
dt .type{color:var(--soft)}
:target{outline:2px solid var(--link);outline-offset:4px}
@media print{details{display:block}}
`;
