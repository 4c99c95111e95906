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
.timeline li{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.75rem;padding:.45rem 0;overflow-wrap:anywhere}
.timeline li+li{border-top:1px solid var(--line)}
.timeline time{font-variant-numeric:tabular-nums}
.meter{margin:0 0 1rem}
.meter svg{display:block;width:100%;max-width:32rem;height:auto}
.meter span{color:var(--soft);font-size:.87rem}
.meter .track{fill:var(--raised)}.meter .value{fill:var(--link)}.meter .mark{stroke:var(--bad);stroke-width:1.5}
.outline{margin:0}
.outline svg{display:block;width:100%;max-height:24rem}
.outline .ground{fill:var(--raised);stroke:var(--line)}
.marks .region{fill:none;stroke:#0b57b4}.marks .halo{fill:none;stroke:#fff}.marks .tag{fill:#0b57b4}.marks text{fill:#fff;font-weight:700}
.marks .warn .region{stroke:#c8261d}.marks .warn .tag{fill:#c8261d}.marks .good .region{stroke:#0b6b43}.marks .good .tag{fill:#0b6b43}
.shots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));gap:1.25rem;align-items:start;margin-bottom:1.25rem}
.shots.faces{grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr))}
.picture{margin:0;min-width:0}.picture h3{margin:0 0 .5rem}
.picture .none{margin:0;padding:1.5rem 1rem;background:var(--raised);border-radius:6px}
.canvas{position:relative;display:inline-block;max-width:100%;line-height:0}
.canvas img{display:block;max-width:100%;max-height:34rem;width:auto;height:auto;border-radius:6px;background:var(--raised)}
.canvas .marks{position:absolute;inset:0;width:100%;height:100%}
.picture ol,.findings{margin:.75rem 0 0;padding-left:1.4rem}.picture li{margin:.35rem 0}.findings{padding-left:1.1rem}
.note{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}
.outline ol{margin:.75rem 0 0;padding-left:1.6rem;columns:14rem}
.flash.warn{background:var(--warn-ground);color:var(--warn)}
search .row .field{flex-basis:9.5rem}
.columns{margin-bottom:1.25rem}.columns>.panel,.columns>.table{margin:0}
.under{display:block;font-size:.87rem}
td .text{display:block;min-width:13rem;white-space:normal;overflow-wrap:anywhere}
.mono.wide{max-width:none;overflow-wrap:anywhere}
details.panel>summary{font-weight:600}details.panel[open]>summary{margin-bottom:.75rem}
@media(max-width:56rem){.timeline li{grid-template-columns:1fr;gap:0}}
`;
