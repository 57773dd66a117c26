// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'yaml'

// Runs in the thread that `jsonOfYaml` starts: a text of a stranger may keep the parser busy for minutes, and only a
// thread can be ended meanwhile.
const { text, mostChars } = /** @type {{ text: string, mostChars: number }} */ (workerData)

parentPort?.postMessage(jsonOf())

/** null: no YAML, aliases that contain themselves, or more than `mostChars` once aliases are replaced. */
function jsonOf() {
  try {
    // Checking for keys that occur twice takes quadratic time.
    const json = JSON.stringify(parse(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }))
    return json !== undefined && json.length <= mostChars ? json : null
  } catch {
    return null
  }
}
