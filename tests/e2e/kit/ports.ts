import { execFileSync } from 'node:child_process'

const LISTEN = 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { process.stdout.write(String(s.address().port)); s.close() })'

/** A port that nobody listens on now. Answers at once, so that a configuration can ask. */
export const freePort = (): number => Number(execFileSync(process.execPath, ['-e', LISTEN], { encoding: 'utf8' }))
