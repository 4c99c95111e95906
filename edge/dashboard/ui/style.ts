/**
 * The dashboard's whole style: the reader's own fonts, the system's light or dark scheme, one column on a
 * phone. Every pair of text and background colours has a contrast of at least 4.5 to 1 (WCAG 2.2 AA).
 */
export const STYLE = `
:root{color-scheme:light dark;
--ink:light-dark(#17202b,#e4e9ef);--soft:light-dark(#526072,#9fadbd);--ground:light-dark(#f6f8fa,#0f141a);--sheet:light-dark(#fff,#171e26);
--raised:light-dark(#eef2f6,#1f2833);--line:light-dark(#d6dde5,#2d3947);--link:light-dark(#0b57b4,#7db7f7);--accent:light-dark(#1259b5,#2f6fc4);--on-accent:#fff;
--good:light-dark(#0b6b43,#66d3a1);--good-ground:light-dark(#e2f5ea,#12301f);--bad:light-dark(#a3211b,#ff9d94);--bad-ground:light-dark(#fdeae8,#3a1716);
--warn:light-dark(#7a4d00,#f0c36d);--warn-ground:light-dark(#fdf3dc,#33270d);--radius:8px}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{margin:0 0 .75rem;font-size:1.05rem}
h3{margin:1.25rem 0 .5rem;font-size:.95rem}
p{margin:.5rem 0;max-width:44rem}
a{color:var(--link);text-underline-offset:2px}
code,pre,.mono{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:.5rem 0;padding:.75rem;overflow-x:auto;background:var(--raised);border-radius:6px}
.soft,.hint,time{color:var(--soft)}
.hint{margin:.25rem 0 0;font-size:.87rem}
.fault{margin:.25rem 0 0;color:var(--bad);font-size:.9rem;font-weight:600}[aria-invalid=true]{outline:2px solid var(--bad);outline-offset:1px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;z-index:9;background:var(--sheet);padding:.5rem 1rem}
.bar{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:1rem;padding:.6rem 1.25rem;background:var(--sheet);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:.5rem;color:var(--ink);font-weight:650;text-decoration:none}
.brand .left{fill:#1f6feb}.brand .right{fill:#14a085;fill-opacity:.75}
.modes{display:flex;margin-left:auto;border:1px solid var(--line);border-radius:99px;overflow:hidden}
.modes a{padding:.25rem .9rem;color:var(--soft);text-decoration:none;font-size:.9rem}
.modes a[aria-current]{font-weight:600}
.modes .test[aria-current]{background:var(--warn-ground);color:var(--warn)}
.modes .live[aria-current]{background:var(--good-ground);color:var(--good)}
.user{position:relative}
.user summary{max-width:14rem;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.sheet{position:absolute;right:0;top:2.2rem;min-width:14rem;padding:.75rem 1rem;background:var(--sheet);border:1px solid var(--line);border-radius:var(--radius);box-shadow:0 8px 24px #0003}
.asks{position:relative}.asks>summary{list-style:none}.asks>summary::-webkit-details-marker{display:none}.asks .sheet{z-index:1}
.sheet p{margin:0 0 .5rem}.sheet .soft{display:block}
summary{cursor:pointer}
.frame{display:grid;grid-template-columns:14rem minmax(0,1fr);max-width:84rem;margin:0 auto}
.menu{padding:1.5rem 1rem}
.menu.narrow{display:none}
.menu h2{margin:0 .75rem .25rem;color:var(--soft);font-size:.75rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase}
.menu .group+.group{margin-top:1.25rem}
.menu ul{margin:0;padding:0;list-style:none}
.menu a{display:block;padding:.35rem .75rem;border-radius:6px;color:var(--ink);text-decoration:none}
.menu a:hover{background:var(--raised)}
.menu a[aria-current]{background:var(--raised);color:var(--link);font-weight:600}
.frame main{padding:1.75rem 1.5rem 4rem;min-width:0}
.heading{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem;margin-bottom:1.25rem}
.back{margin:0 0 .5rem}
.heading .badge{vertical-align:middle}
.actions{display:flex;flex-wrap:wrap;gap:.5rem}
.panel,.empty,.secret,.card{background:var(--sheet);border:1px solid var(--line);border-radius:var(--radius)}
.panel{margin:0 0 1.25rem;padding:1.1rem 1.25rem}
.panel>:last-child{margin-bottom:0}
.empty{margin:0 0 1.25rem;padding:2.5rem 1.5rem;text-align:center}.empty p{margin:.5rem auto;color:var(--soft)}
.secret{margin:0 0 1.25rem;padding:1rem 1.25rem;border-color:var(--good)}
.secret .value{display:block;margin:.3rem 0 0;padding:.6rem .7rem;word-break:break-all;background:var(--raised);border:1px solid var(--line);border-radius:6px;user-select:all;-webkit-user-select:all}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1.25rem;align-items:start}
.table{margin:0 0 1.25rem;overflow-x:auto;background:var(--sheet);border:1px solid var(--line);border-radius:var(--radius)}
.panel .table{border:0;margin:0 -1.25rem;border-radius:0}.panel :is(th,td){padding-inline:1.25rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.6rem 1rem;text-align:left;vertical-align:top;white-space:nowrap}
th{color:var(--soft);font-size:.82rem;font-weight:600;white-space:normal}
tbody tr{border-top:1px solid var(--line)}
.facts{margin:0;display:grid;gap:.6rem}
.facts div{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:.75rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.badge{display:inline-block;padding:.05rem .55rem;border-radius:99px;background:var(--raised);color:var(--ink);font-size:.82rem;font-weight:600;white-space:nowrap}
.badge.good{background:var(--good-ground);color:var(--good)}
.badge.bad{background:var(--bad-ground);color:var(--bad)}
.badge.warn{background:var(--warn-ground);color:var(--warn)}
.flash{margin:0 0 1.25rem;max-width:none;padding:.7rem 1rem;border-radius:var(--radius);border-left:4px solid}
.flash.done{background:var(--good-ground);color:var(--good)}
.flash.error{background:var(--bad-ground);color:var(--bad)}
form{margin:0}
.field{margin:0 0 1rem;max-width:32rem}
label,legend{display:block;margin-bottom:.3rem;font-weight:600}
fieldset{margin:0 0 1rem;padding:0;border:0}fieldset:last-child{margin:0}legend{padding:0}
.check{display:flex;gap:.5rem;align-items:baseline;font-weight:400}
input:not([type=checkbox],[type=radio]),select,textarea{width:100%;min-height:2.5rem;padding:.45rem .7rem;background:var(--ground);color:var(--ink);border:1px solid light-dark(#7f8c9b,#66768a);border-radius:6px;font:inherit}
textarea{min-height:7rem;font:.9rem ui-monospace,monospace}textarea.short{min-height:4.5rem;font:inherit}
input[readonly]{background:var(--raised)}
button,.button{display:inline-block;min-height:2.4rem;padding:.45rem 1rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.1)}
button.plain,.button.plain{background:var(--sheet);color:var(--ink);border-color:light-dark(#a9b4c0,#4c5a6b)}
button.danger{background:var(--bad-ground);color:var(--bad);border-color:var(--bad)}
.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}.row .field{margin:0;flex:1 1 12rem}
.row:has(.hint,.fault){align-items:start}.row:has(.hint,.fault)>:is(button,.actions){margin-top:1.85rem}
.field.wide{max-width:none}
.delivery{border-top:1px solid var(--line)}.delivery summary{padding:.55rem 0}
.delivery summary :is(span,time){display:inline-block;margin-right:.75rem}
.delivery .table{margin:0 0 1rem;border:1px solid var(--line)}
progress{width:100%;max-width:32rem;height:.6rem;accent-color:var(--accent)}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.qr{width:13rem;padding:.5rem;background:#fff;border-radius:6px}.qr svg{display:block;width:100%;height:auto}
.pager{display:flex;justify-content:space-between;margin:1rem 0}
body>.card{width:min(26rem,calc(100% - 2rem));margin:8vh auto 3rem;padding:2rem;border-radius:12px}
.card h1{margin:1.25rem 0 1rem}.card button{width:100%}.card .secret{padding:1rem}
.frame.whole{display:block;max-width:104rem}.whole .menu.wide{display:none}.whole .menu.narrow{display:block;padding:.75rem 1.25rem 0}.whole main{padding-top:1rem}
.menu.narrow summary{width:max-content}
@media(min-width:72.01rem){.narrow-only{display:none}}
@media(max-width:56rem){
.frame{display:block}.menu.wide{display:none}.menu.narrow{display:block;padding:.75rem 1.25rem 0}
.menu.narrow summary{padding:.5rem .75rem;background:var(--sheet);border:1px solid var(--line);border-radius:6px;font-weight:600}
.menu.narrow nav{padding:.75rem 0;columns:2}.menu .group{break-inside:avoid}
.asks .sheet{position:static;margin-top:.5rem}.frame main{padding:1.25rem}.bar{gap:.6rem;padding:.6rem 1rem}.user summary{max-width:7rem}
.facts div{grid-template-columns:1fr;gap:0}
.menu a,.modes a{padding-block:.5rem}
thead{display:none}tbody tr{display:block;padding:.6rem 0}tbody tr:first-child{border-top:0}
td{display:grid;grid-template-columns:minmax(6rem,35%) minmax(0,1fr);gap:.75rem;padding:.2rem 1rem;white-space:normal;overflow-wrap:anywhere}
.kept :is(th,td){padding:.35rem .5rem;font-size:.9rem}.panel .kept :is(th,td):first-child{padding-left:1.25rem}
.kept thead{display:table-header-group}.kept tbody tr{display:table-row}.kept td{display:table-cell}.kept td::before{content:none}
td:empty{display:none}td::before{content:attr(data-label);color:var(--soft);font-size:.87rem}
}
`;

/** Style of figures, charts, timelines and drawings, in the colours of `./style.ts`. */
export const FIGURE_STYLE = `
:root{--review:light-dark(#b7791f,#f0c36d);--open:light-dark(#6b7f95,#7f93a8);--ended:light-dark(#b6c2ce,#4a5969)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem;margin:0 0 1.25rem;padding:0;list-style:none}
.tiles li{padding:1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:var(--radius)}
.tiles strong{display:block;color:var(--ink);font-size:1.7rem;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.tiles span{color:var(--soft);font-size:.9rem}
.tiles a{display:block;text-decoration:none}.tiles a:hover span{text-decoration:underline}
.tiles.small{margin:0}.tiles.small li{padding:0;border:0}.tiles.small strong{font-size:1.25rem}
.chart{margin:.5rem 0 0;overflow-x:auto;direction:rtl}
.chart svg{display:block;width:100%;min-width:40rem;height:auto;direction:ltr}
.chart text{fill:var(--soft);font-size:11px}
.chart .axis{stroke:var(--line)}.chart .grid{stroke:var(--line);stroke-dasharray:3 4}
svg .approved{fill:var(--good)}svg .declined{fill:var(--bad)}svg .review{fill:var(--review)}svg .open{fill:var(--open)}svg .ended{fill:var(--ended)}
svg .p50{fill:var(--link)}svg .p95{fill:var(--review)}.range{stroke:var(--line);stroke-width:3}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none;color:var(--soft);font-size:.87rem}
ul.plain{margin:0;padding:0;list-style:none}
.timeline{margin:0;padding:0;list-style:none}
.timeline li{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:.75rem;padding:.45rem 0;overflow-wrap:anywhere}
.timeline li+li{border-top:1px solid var(--line)}
.timeline time{font-variant-numeric:tabular-nums}
.meter{margin:0 0 1rem}
.meter svg{display:block;width:100%;max-width:32rem;height:auto}
.meter span{color:var(--soft);font-size:.87rem}
.meter .track{fill:var(--raised)}.meter .value{fill:var(--link)}.meter .mark{stroke:var(--bad);stroke-width:1.5}
.outline{margin:0}
.outline svg{display:block;width:100%;max-height:24rem}
.outline .ground{fill:var(--raised);stroke:var(--line)}
.marks{overflow:visible}.marks .region{fill:none;stroke:#0b57b4}.marks .halo{fill:none;stroke:#fff}.marks .tag{fill:#0b57b4;stroke:#fff}.marks text{fill:#fff;font-weight:600}
.mrz{container-type:inline-size;margin:.75rem 0}.mrz pre{margin:0;font-size:min(.95rem,3.35cqi)}
mark{background:var(--bad-ground);color:var(--bad);font-weight:600}
kbd{padding:0 .3rem;border:1px solid var(--line);border-radius:4px}
.marks .warn .region{stroke:#c8261d}.marks .warn .tag{fill:#c8261d}.marks .good .region{stroke:#0b6b43}.marks .good .tag{fill:#0b6b43}
.shots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));gap:1.25rem;align-items:start;margin-bottom:1.25rem}
.shots:empty{display:none}.shots.frames{grid-template-columns:repeat(auto-fit,minmax(min(9rem,100%),1fr))}
.shots.faces{grid-template-columns:repeat(3,minmax(0,1fr))}.shots.faces .zoom:not(:popover-open) img{height:18rem;object-fit:contain}
@container(max-width:46rem){.shots.faces{grid-template-columns:repeat(2,minmax(0,1fr))}.shots.faces .comparison{grid-column:1/-1}}
.image{margin:0;min-width:0}.image h3{margin:0 0 .5rem}
.image .none{margin:0;padding:1.5rem 1rem;background:var(--raised);border-radius:6px}
.canvas{position:relative;display:inline-block;max-width:100%;line-height:0}
.canvas img{display:block;max-width:100%;max-height:34rem;width:auto;height:auto;border-radius:6px;background:var(--raised)}
.canvas .marks,.canvas button{position:absolute;inset:0;width:100%;height:100%}
.canvas button{min-height:0;padding:0;border:0;background:none;cursor:zoom-in}.canvas button:focus-visible{outline-offset:-3px}
.zoom:not(:popover-open){display:contents}
.zoom:popover-open{display:grid;place-content:safe center;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:1rem;border:0;overflow:auto;background:light-dark(#17202b,#000)}
.zoom:popover-open .canvas,.zoom:popover-open img{max-width:none;max-height:none}.zoom:popover-open img{min-height:calc(100vh - 2rem)}.zoom:popover-open button{cursor:zoom-out}
.findings{margin:0;padding-left:1.1rem}.findings li{margin:.35rem 0}
ol.marked{margin:0;padding:0;list-style:none;counter-reset:mark}
.marked li{position:relative;margin:0 0 .6rem;padding-left:2rem;counter-increment:mark}
.marked li::before{content:counter(mark);position:absolute;left:0;top:.1rem;width:1.4rem;height:1.4rem;border-radius:50%;background:#0b57b4;color:#fff;font-size:.8rem;font-weight:600;line-height:1.4rem;text-align:center}
.marked .warn::before{background:#c8261d}.marked .good::before{background:#0b6b43}
.image:has(.hides:checked) .marks{display:none}.image .check{margin:.5rem 0 0;font-size:.9rem}
.shots .framed{grid-column:1/-1}
.framed{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);column-gap:1.25rem;align-items:start}.framed h3{grid-column:1/-1}
@container(max-width:40rem){.framed{display:block}.framed figcaption{margin-top:.75rem}}
.note{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
.outline ol{margin-top:.75rem}
.panel{container-type:inline-size}
.consent-start{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:5;overflow:hidden;white-space:pre-line;font-size:13px}
.flash.warn{background:var(--warn-ground);color:var(--warn)}
search form>.field{max-width:none}
search .row .field{flex-basis:9.5rem}
.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(18rem,22rem);column-gap:1.25rem;align-items:start}
.side{display:flex;flex-direction:column}
@media(min-width:72.01rem){.side:has(#decision){position:sticky;top:4rem;max-height:max(34rem,calc(100vh - 13rem))}.flash~.beside .side:has(#decision){max-height:max(34rem,calc(100vh - 17rem))}
.side:has(#decision)>*{flex:0 3 auto;min-height:9rem;overflow-y:auto}.side>#decision{flex:0 1 auto;padding-bottom:0;margin-bottom:0}#decision>:last-child{padding-bottom:1rem}}
.ruling{margin:0 0 .75rem}.ruling>summary{width:100%;text-align:center;list-style:none}.ruling>summary::-webkit-details-marker{display:none}
.ruling>summary.button{background:var(--sheet);color:var(--link);border-color:var(--link)}.ruling>summary.danger{color:var(--bad);border-color:var(--bad)}
.choice:not(:has(:checked)) .under{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.choice{position:relative;margin-bottom:.1rem}
.confirm{position:sticky;bottom:0;padding:.5rem 0;background:var(--sheet);border-top:1px solid var(--line)}.confirm :is(.field,label){margin-bottom:.4rem}
p+.ruling{margin-top:1rem}.ruling[open]>summary{margin-bottom:.75rem}.ruling .flash ul{margin:.25rem 0 0;padding-left:1.1rem}.ruling form button{width:100%}
.flash.plain{background:var(--raised)}
.side .facts div{grid-template-columns:minmax(5rem,6.5rem) minmax(0,1fr)}.facts+.table{margin-top:.75rem}
.columns{margin-bottom:1.25rem}.columns>.panel,.columns>.table{margin:0}
.under{display:block;font-size:.87rem}
td .text{display:block;min-width:13rem;white-space:normal;overflow-wrap:anywhere}
td .text.narrow{min-width:9rem}td .text.wide{min-width:17rem}td .findings:has(>li:only-child){padding-left:0;list-style:none}td .findings li{margin:0}
td :is(code,.mono){white-space:normal;overflow-wrap:anywhere}td code.whole{white-space:nowrap}td .under.mono{font-size:.8rem;white-space:nowrap}td .text.under.mono{font-size:.72rem;white-space:normal}section[aria-label=Verifications] :is(th,td){padding-inline:.75rem}section[aria-label=Verifications] time{white-space:normal}
.mono.wide{max-width:none;overflow-wrap:anywhere}
details.panel>summary{font-weight:600}details.panel[open]>summary{margin-bottom:.75rem}
@media(max-width:72rem){.beside{display:flex;flex-direction:column;align-items:stretch}.side{display:contents}.side>*{order:-1}.side>#decision{order:0}}
@media(max-width:56rem){.timeline li{grid-template-columns:1fr;gap:0}td .under.mono{white-space:normal}td .text.wide{min-width:0}}
`;
