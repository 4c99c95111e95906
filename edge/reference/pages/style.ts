/**
 * The page's whole style: the reader's own fonts, the system's light or dark scheme. A wide window has the
 * contents at its left and the examples beside the text. A narrow one has the call before the fields, the
 * responses after them, and the contents as a menu.
 */
export const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e9ed);--soft:light-dark(#57606a,#9aa4af);--ground:light-dark(#fff,#14171a);--sheet:light-dark(#f5f7f9,#1d2126);--line:light-dark(#d9dee3,#343a41);--link:light-dark(#0b5cad,#7ab8f5);--mark:light-dark(#fff1b8,#5a4a10)}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main,nav{padding:1rem}
.top{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:1rem;padding:.5rem 1rem;background:var(--ground);border-bottom:1px solid var(--line);font-weight:600}
button,nav input{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:6px}
button{padding:.25rem .6rem;cursor:pointer}
#menu{min-height:2.75rem;padding:.25rem .9rem}
nav{border-bottom:1px solid var(--line);font-size:.9rem}
nav input{width:100%;min-height:2.5rem;padding:.4rem .6rem;border-color:light-dark(#7b8794,#73808f)}
nav ul{margin:.25rem 0;padding:0;list-style:none}
nav li a{display:block;padding:.2rem .5rem;color:inherit;text-decoration:none;border-left:2px solid transparent;border-radius:0 4px 4px 0}
nav li a:hover{background:var(--sheet)}
nav a[aria-current]{border-left-color:var(--link);background:var(--sheet);color:var(--link);font-weight:600}
nav summary{margin-top:.5rem;font-weight:600}
#found{margin:.75rem .5rem .25rem;color:var(--soft)}
#results a{padding:.5rem}
#results span{color:var(--soft)}
#results small{display:block;color:var(--soft)}
mark{background:var(--mark);color:var(--ink)}
h1{margin:0;font-size:1.75rem}
h2{margin:0;font-size:1.5rem}
h3{margin:0 0 .25rem;font-size:1.15rem}
header h2{font-size:1.15rem}
h4,.small{margin:1.25rem 0 .25rem;font-size:.95rem;color:var(--soft)}
h3 a,h2 a{color:inherit;text-decoration:none}
h3 a:hover::after,h2 a:hover::after,h3 a:focus-visible::after,h2 a:focus-visible::after{content:" #";color:var(--soft)}
p,main li{max-width:44rem}
p{margin:.5rem 0}
a{color:var(--link)}
section{padding:1.5rem 0;border-bottom:1px solid var(--line)}
header section{padding:.75rem 0;border:0}
.group{margin-top:2.5rem;border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{margin:.25rem 0 .75rem;padding:.75rem;white-space:pre-wrap;overflow:auto;background:var(--sheet);border:1px solid var(--line);border-radius:6px}
.json{max-height:24rem}
.code{position:relative}
p+.code{margin-top:2rem}
.copy{position:absolute;bottom:calc(100% + .2rem);right:0;padding:.1rem .5rem;font-size:.8rem;color:var(--soft)}
.tabs{display:flex;gap:.35rem;margin-top:1.25rem;padding-bottom:.1rem}
.tabs button{font-size:.85rem;color:var(--soft)}
.tabs button[aria-pressed=true]{border-color:var(--link);color:var(--link);font-weight:600}
[data-script] .tabs~.sample h4{display:none}
[data-language=curl] .tabs~[data-label="Node.js"],[data-language="Node.js"] .tabs~[data-label=curl]{display:none}
.endpoints{margin:.5rem 0;padding:.75rem;list-style:none;background:var(--sheet);border:1px solid var(--line);border-radius:6px;font-size:.9rem}
.endpoints li{padding:.15rem 0;color:var(--soft)}
.endpoints a{margin-right:.5rem;color:var(--ink);text-decoration:none}
.endpoints a:hover{text-decoration:underline}
.method{font-weight:700}
summary{cursor:pointer}
.inner{margin:.35rem 0 .5rem 1rem;padding-left:.75rem;border-left:2px solid var(--line)}
.inner>summary{width:fit-content;color:var(--link);font-size:.9rem}
dl{margin:.5rem 0}
dt{margin-top:.6rem}
dt>code{font-weight:600}
dd{margin:0 0 0 1rem;color:var(--soft)}
dt>.type{color:var(--soft);font-size:.9rem}
.required{color:light-dark(#9a3b00,#f0a870);font-size:.85rem}
:target{box-shadow:inset 3px 0 var(--link);padding-left:1rem}
@media (max-width:59.99rem){
[data-script] nav{display:none}
[data-script] nav.open{display:block;position:fixed;z-index:1;inset:3.8rem 0 0;overflow-y:auto;background:var(--ground)}
nav li a{padding:.5rem}
nav summary{padding:.35rem 0}
}
@media (min-width:60rem){
html{scroll-padding-top:1rem}
body{display:grid;grid-template-columns:16rem minmax(0,1fr)}
.top{display:none}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
nav .field{position:sticky;top:-1rem;z-index:1;margin:-1rem -1rem 0;padding:1rem;background:var(--ground)}
main{padding:1.5rem 2rem;max-width:86rem}
}
@media (max-width:67.99rem){
.operation{display:flex;flex-direction:column;reading-flow:flex-visual}
.operation>.examples{display:contents}
.answers{order:1}
}
@media (min-width:68rem){
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,min(32rem,45%));grid-template-rows:auto 1fr;gap:0 2rem}
.operation>.examples{grid-area:1/2/3/3}
.operation>.about{grid-area:1/1/2/2}
.operation>.fields{grid-area:2/1/3/2}
.examples{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow-y:auto}
.examples>:first-child,.examples>.tabs{margin-top:0}
}
`;
