/** The style of the page: legible in light and dark, a table on a wide screen and cards on a narrow one. */
export const PAGE_STYLE = `
:root { --text: #1c2330; --quiet: #5a6475; --line: #d9dee7; --page: #fbfcfe; --card: #fff;
  --good: #14784a; --idle: #8a93a3; --warning: #9a5b00; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6eaf2; --quiet: #a3adbd; --line: #323a48; --page: #12161d; --card: #191f29;
    --good: #5ac88f; --idle: #7b8697; --warning: #e5aa4f; --bad: #ff8a80 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 1100px; margin: 0 auto; padding: 32px 20px 48px }
h1 { font-size: 22px; margin: 0 }
p { margin: 4px 0; overflow-wrap: anywhere }
.service, footer, small { color: var(--quiet); font-size: 13px }
small { white-space: nowrap }
table { width: 100%; border-collapse: collapse; margin: 20px 0; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; border-spacing: 0 }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums }
tbody th { overflow-wrap: anywhere }
thead th { white-space: nowrap }
thead th { border-top: 0; color: var(--quiet); font-size: 13px; font-weight: 500 }
.why td { border-top: 0; padding-top: 0; color: var(--warning); font-size: 13px }
ul { margin: 0; padding-left: 18px }
.dot { display: inline-block; width: 9px; height: 9px; border-radius: 50%; margin-right: 8px; background: var(--idle) }
.dot.good { background: var(--good) }
.dot.warning { background: var(--warning) }
.dot.bad { background: var(--bad) }
@media (max-width: 720px) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, th, td { display: block; width: auto }
  tr { border-top: 1px solid var(--line); padding: 10px 14px }
  tr:first-child { border-top: 0 }
  tr.why { border-top: 0; padding-top: 0 }
  th, td { border: 0; padding: 2px 0 }
  td[data-name] { display: grid; grid-template-columns: 84px 1fr; column-gap: 12px }
  td[data-name]::before { content: attr(data-name); color: var(--quiet); font-size: 13px }
  td[data-name="State"] { display: block }
  td[data-name="State"]::before { content: none }
}
`
