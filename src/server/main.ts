import { join } from 'node:path'
import { createServer, type Server } from './app.ts'
import { readKey } from './publishing/key.ts'
import { readConfig } from './config.ts'
import { DEMO } from './identity/seed.ts'
import { StartError } from './startError.ts'
import { databaseAddress } from './storage/address.ts'
import { protectDataFolder } from './storage/dataFolder.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const { env } = process
const host = env.HOST ?? '127.0.0.1'
const port = Number(env.PORT ?? '4000')
const data = env.PLACARD_DATA ?? 'data'
// The sandbox endpoints are on by default only on a loopback address.
const sandbox = env.SANDBOX === undefined ? LOOPBACK.has(host) : env.SANDBOX === '1'

const keyFile = data === ':memory:' ? undefined : join(data, 'operator.key')

/** Creates the server; a StartError ends the process with its message. */
async function start(): Promise<{ server: Server; operatorKey: string | undefined }> {
  try {
    if (data !== ':memory:') protectDataFolder(data)
    const operatorKey = readKey(env.PLACARD_OPERATOR_KEY, keyFile)
    const server = await createServer({
      database: databaseAddress(env.DATABASE_URL, data),
      ...(env.REDIS_URL !== undefined && { redis: env.REDIS_URL }),
      operator: readConfig(env.PLACARD_CONFIG),
      sandbox,
      dist: env.PLACARD_DIST ?? 'dist',
      checkReplies: env.NODE_ENV !== 'production',
      log: 'warn',
      readBudget: Number(env.READ_BUDGET ?? '60'),
      trustProxy: env.TRUST_PROXY === '1',
      hosts: [host, ...(env.PUBLIC_HOST ?? '').split(',')].map((name) => name.trim().toLowerCase()),
      ...(env.PUBLIC_PORT !== undefined && { publicPort: Number(env.PUBLIC_PORT) }),
      ...(operatorKey !== undefined && { operatorKey }),
      ...(env.TICK_RATE !== undefined && { tickRate: Number(env.TICK_RATE) }),
    })
    return { server, operatorKey }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const { server, operatorKey } = await start()
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
