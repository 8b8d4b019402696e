// The API of `npm run dev`: a process of the server that starts again when its code changes, also after it ended by a mistake in that code.
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const POLL_MS = 500
/** Time for a graceful stop. */
const STOP_MS = 5_000

/** Names of the files that restart the process: its code. */
const isCode = (name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts')

/**
 * Size and time of every file of code below the folders. Read again for each comparison: `node --watch` misses files that the process has not loaded,
 * such as the handler that its next start needs.
 */
function snapshot(folders) {
  let text = ''
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true }).toSorted()) {
      const stat = isCode(name) ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined
      if (stat) text += `${name} ${stat.mtimeMs} ${stat.size}\n`
    }
  }
  return text
}

/** Starts the process; `stop` ends it and the watch. `say` receives lines for the terminal. */
export function superviseApi({ command, args, env, cwd, folders, say = console.error }) {
  const paths = folders.map((folder) => join(cwd, folder))
  let child
  let stopping = false
  const start = () => {
    const own = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child = own
    own.on('exit', (code, signal) => {
      if (own !== child) return
      child = undefined
      if (!stopping) say(`The API ended (${signal ?? `status ${code}`}). It starts again when its code changes.`)
    })
  }
  /** Ends the process and resolves when it has ended. */
  const end = () =>
    new Promise((resolve) => {
      const own = child
      child = undefined
      if (own === undefined) return resolve()
      const late = setTimeout(() => own.kill('SIGKILL'), STOP_MS)
      own.once('exit', () => (clearTimeout(late), resolve()))
      own.kill('SIGTERM')
    })

  /** Null while a folder is being removed. */
  const snapshotOrNull = () => {
    try {
      return snapshot(paths)
    } catch {
      return null
    }
  }
  let known = snapshotOrNull()
  let restarted = Promise.resolve()
  start()
  const timer = setInterval(() => {
    const current = snapshotOrNull()
    if (current === null || current === known) return
    known = current
    restarted = restarted.then(end).then(() => (stopping ? undefined : start()))
  }, POLL_MS)
  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      await restarted
      await end()
    },
  }
}
