/** On pages of servers and tools: that an agent can learn their state before it calls. */
export function UseLink() {
  return (
    <p className="px-5 text-pretty text-soft text-sm">
      Your agent can refuse calls while this is down or unsafe: <a href="/use">use Assay in your agent</a>.
    </p>
  )
}
