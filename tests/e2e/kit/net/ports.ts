import { execFileSync } from 'node:child_process'

/** Below the system's ephemeral ports: no outgoing connection takes one between the check and the listen. */
const LISTEN = `const { createServer } = require("node:net")
const tryPort = () => {
  const server = createServer().once("error", tryPort)
  server.listen(20000 + Math.floor(Math.random() * 12000), "127.0.0.1", () => {
    process.stdout.write(String(server.address().port))
    server.close()
  })
}
tryPort()`

/** A free port. Synchronous, so that a configuration can ask. */
export const freePort = (): number => Number(execFileSync(process.execPath, ['-e', LISTEN], { encoding: 'utf8' }))
