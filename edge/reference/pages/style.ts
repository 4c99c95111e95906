/**
 * The page's whole style: the reader's own fonts, the system's light or dark scheme. A wide window has the
 * contents at its left and the examples at its right; a phone has one column.
 */
export const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e9ed);--soft:light-dark(#57606a,#9aa4af);--ground:light-dark(#fff,#14171a);--sheet:light-dark(#f5f7f9,#1d2126);--line:light-dark(#d9dee3,#343a41);--link:light-dark(#0b5cad,#7ab8f5)}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main,nav{padding:1rem}
nav{border-bottom:1px solid var(--line);font-size:.9rem}
nav input{width:100%;padding:.4rem .6rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:6px}
nav ul{margin:.25rem 0;padding:0;list-style:none}
nav li a{display:block;padding:.15rem .5rem;color:inherit;text-decoration:none;border-radius:4px}
nav li a:hover{background:var(--line)}
nav summary{margin-top:.5rem;font-weight:600}
h1{margin:0;font-size:1.75rem}
h2{margin:3rem 0 .5rem;border-bottom:1px solid var(--line);font-size:1.4rem}
h3{margin:0 0 .25rem;font-size:1.1rem}
h4{margin:1rem 0 .25rem;font-size:.95rem;color:var(--soft)}
p{margin:.5rem 0;max-width:44rem}
a{color:var(--link)}
section{padding:1.5rem 0;border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{margin:.25rem 0 .75rem;white-space:pre-wrap;padding:.75rem;max-height:28rem;overflow:auto;background:var(--sheet);border:1px solid var(--line);border-radius:6px}
summary{cursor:pointer}
.method{font-weight:700}
dl{margin:.5rem 0}
dt{margin-top:.5rem}
dd{margin:0 0 0 1rem;color:var(--soft)}
dt .type{color:var(--soft)}
:target{box-shadow:inset 3px 0 var(--link);padding-left:1rem}
@media (min-width:60rem){
body{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
main{padding:2rem;max-width:86rem}
}
@media (min-width:85rem){
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,30rem);gap:0 2rem}
.examples{position:sticky;top:1rem;align-self:start}
}
`;
