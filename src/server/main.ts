import { join } from 'node:path'
import { createServer } from './app.ts'
import { readKey } from './publishing/key.ts'
import { readConfig, type OperatorConfig } from './config.ts'
import { ConfigError } from './configError.ts'
import { DEMO } from './identity/seed.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const { env } = process
const host = env.HOST ?? '127.0.0.1'
const port = Number(env.PORT ?? '4000')
const data = env.PLACARD_DATA ?? 'data'
// The sandbox endpoints are on by default only on a loopback address.
const sandbox = env.SANDBOX === undefined ? LOOPBACK.has(host) : env.SANDBOX === '1'

const keyFile = data === ':memory:' ? undefined : join(data, 'operator.key')
const operatorKey = readKey(env.PLACARD_OPERATOR_KEY, keyFile)

function operatorConfig(): OperatorConfig {
  try {
    return readConfig(env.PLACARD_CONFIG)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const server = await createServer({
  database: env.DATABASE_URL ?? (data === ':memory:' ? data : join(data, 'placard.db')),
  ...(env.REDIS_URL !== undefined && { redis: env.REDIS_URL }),
  operator: operatorConfig(),
  sandbox,
  dist: env.PLACARD_DIST ?? 'dist',
  checkReplies: env.NODE_ENV !== 'production',
  log: 'warn',
  trustProxy: env.TRUST_PROXY === '1',
  ...(env.PUBLIC_PORT !== undefined && { publicPort: Number(env.PUBLIC_PORT) }),
  ...(operatorKey !== undefined && { operatorKey }),
  ...(env.TICK_RATE !== undefined && { tickRate: Number(env.TICK_RATE) }),
})
try {
  await server.app.listen({ host, port })
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  console.error(`Port ${port} is taken by another program: stop it, or choose another port with PORT=…`)
  process.exit(1)
}

const address = server.app.server.address()
const shown = `http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address ? address.port : port}`
console.log(`Placard: ${shown}/h5/   on a desktop: ${shown}/pc/`)
console.log(`Log in with account ${DEMO.account}, password ${DEMO.password}; invite code ${DEMO.inviteCode}`)
if (operatorKey !== undefined)
  console.log(
    `Publish screens and texts with npm run catalogue publish; the key is ${env.PLACARD_OPERATOR_KEY ? 'PLACARD_OPERATOR_KEY' : `in ${keyFile}`}`,
  )
if (sandbox) console.log(`Codes sent by phone or e-mail: ${shown}/sandbox/outbox`)

let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (closing) return
    closing = true
    void server.close().then(() => process.exit(0))
  })
}
