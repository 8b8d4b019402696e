import { execFileSync } from 'node:child_process'

/** Below those that a system hands out to connections: between the question and the answer of a server none of them takes it. */
const LISTEN = `const { createServer } = require("node:net")
const look = () => {
  const server = createServer().once("error", look)
  server.listen(20000 + Math.floor(Math.random() * 12000), "127.0.0.1", () => {
    process.stdout.write(String(server.address().port))
    server.close()
  })
}
look()`

/** A port that nobody listens on now. Answers at once, so that a configuration can ask. */
export const freePort = (): number => Number(execFileSync(process.execPath, ['-e', LISTEN], { encoding: 'utf8' }))
