import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer, type Server } from './app.ts'
import { OPERATOR_KEY_FILE } from '../engine/language/constants.ts'
import { readKey } from './kit/publishing/key.ts'
import { readConfig } from './config.ts'
import { createLog, LOG_LEVELS, type Logger, type LogLevel } from './kit/observability/log.ts'
import { serveMetrics, type MetricsServer } from './kit/observability/metricsServer.ts'
import { startTracing } from './kit/observability/tracing.ts'
import { DEMO } from './modules/identity/seed.ts'
import { StartError } from './kit/startError.ts'
import { databaseAddress, isPostgres } from './kit/storage/address.ts'
import { readVapidKeys } from './modules/identity/push/vapidKeys.ts'
import { readDataKeys } from './kit/storage/encryption/dataKeys.ts'
import { protectDataFolder, refuseLostDatabase } from './kit/storage/dataFolder.ts'
import { lockDataFolder } from './kit/storage/sqlite/folderLock.ts'
import { portHolder } from './kit/http/portHolder.ts'
import { readTrustProxy } from './kit/http/admission/trustedProxies.ts'

/** Codes of an address that cannot be listened on. */
const UNUSABLE_ADDRESS = new Set(['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'])
const MAX_PORT = 65_535

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const { env } = process
const host = env.HOST ?? '127.0.0.1'
const data = env.PLACARD_DATA ?? 'data'
// The sandbox endpoints are on by default only on a loopback address without a proxy, which would make them public.
const isLocal = LOOPBACK.has(host) && !env.TRUST_PROXY && !env.PUBLIC_HOST
const sandbox = env.SANDBOX === undefined ? isLocal : env.SANDBOX === '1'
/** Protocols of the addresses of other services. */
const ADDRESSES = { REDIS_URL: ['redis:', 'rediss:'], OTEL_EXPORTER_OTLP_ENDPOINT: ['http:', 'https:'] } as const

/** Beside the data folder, not in it: a copy of the folder cannot be decrypted. */
const dataKeyFile = data === ':memory:' ? undefined : `${resolve(data)}.key`
const vapidFile = data === ':memory:' ? undefined : `${resolve(data)}.vapid`
const keyFile = data === ':memory:' ? undefined : join(data, OPERATOR_KEY_FILE)

async function metricsOrExit(host: string, port: number): Promise<MetricsServer> {
  try {
    return await serveMetrics(host, port)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

interface Started {
  server: Server
  operatorKey: string | undefined
  log: Logger
  /** Sends the remaining spans; null without tracing. */
  stopTracing: (() => Promise<void>) | null
}

function checkPort(name: string, text = '0'): void {
  if (!/^\d{1,5}$/.test(text) || Number(text) > MAX_PORT)
    throw new StartError(`${name} is "${text}": a port is a number from 0 to ${MAX_PORT}.`)
}

/** A setting that is wrong must not be taken for one that is absent. */
function checkSettings(): void {
  for (const name of ['PORT', 'PUBLIC_PORT', 'METRICS_PORT'] as const) checkPort(name, env[name])
  for (const name of ['SANDBOX', 'COMPRESS'] as const)
    if (env[name] !== undefined && !/^[01]$/.test(env[name]))
      throw new StartError(`${name} is "${env[name]}": write 1 for on or 0 for off.`)
  for (const [name, protocols] of Object.entries(ADDRESSES)) {
    const text = env[name]
    if (
      text !== undefined &&
      text !== '' &&
      !(URL.canParse(text) && protocols.some((known) => known === new URL(text).protocol))
    )
      throw new StartError(
        `${name} is no address of the form ${protocols[0]}//host:port. Correct it, or remove the variable.`,
      )
  }
  if (env.PLACARD_DIST && !existsSync(env.PLACARD_DIST))
    throw new StartError(
      `PLACARD_DIST is "${env.PLACARD_DIST}": there is no such folder. Build the app, or correct it.`,
    )
}

/** The number of a setting; undefined if it is not set. */
function numberOf(name: 'READ_BUDGET' | 'TICK_RATE'): number | undefined {
  const text = env[name]
  if (text === undefined) return undefined
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) throw new StartError(`${name} is "${text}": it is a number from 0.`)
  return Number(text)
}

/** Level of the log: each request in production, only failures elsewhere and on a terminal. */
function logLevel(): LogLevel {
  const level = env.LOG_LEVEL ?? (env.NODE_ENV === 'production' && !process.stdout.isTTY ? 'info' : 'warn')
  const known = LOG_LEVELS.find((name) => name === level)
  if (known === undefined) throw new StartError(`LOG_LEVEL is "${level}": it is one of ${LOG_LEVELS.join(', ')}.`)
  return known
}

/** Creates the server; a StartError ends the process with its message. */
async function start(): Promise<Started> {
  try {
    checkSettings()
    const database = databaseAddress(env.DATABASE_URL, data)
    if (data !== ':memory:') protectDataFolder(data)
    if (data !== ':memory:' && !isPostgres(database)) {
      lockDataFolder(data)
      if (dataKeyFile !== undefined) refuseLostDatabase(database, dataKeyFile)
    }
    const operatorKey = readKey(env.PLACARD_OPERATOR_KEY, keyFile)
    const log = createLog(logLevel())
    const stopTracing = env.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTracing(env.OTEL_SERVICE_NAME ?? 'placard') : null
    const tickRate = numberOf('TICK_RATE')
    const trustProxy = readTrustProxy(env.TRUST_PROXY)
    const server = await createServer({
      dataKeys: readDataKeys(env.PLACARD_DATA_KEY, dataKeyFile),
      vapidKeys: readVapidKeys(env.PLACARD_VAPID_KEYS, vapidFile),
      ...(env.PLACARD_DATA_KEY_LOST !== undefined && { lostDataKey: env.PLACARD_DATA_KEY_LOST }),
      database,
      ...(env.REDIS_URL !== undefined && { redis: env.REDIS_URL }),
      operator: readConfig(env.PLACARD_CONFIG),
      sandbox,
      ...(env.PLACARD_DIST !== '' && { dist: env.PLACARD_DIST ?? 'dist' }),
      compress: env.COMPRESS !== '0',
      checkReplies: env.NODE_ENV !== 'production',
      log,
      tracing: stopTracing !== null,
      watchIntegrity: true,
      readBudget: numberOf('READ_BUDGET') ?? 60,
      ...(trustProxy && { trustProxy }),
      hosts: [host, ...(env.PUBLIC_HOST ?? '').split(',')].map((name) => name.trim().toLowerCase()),
      ...(env.PUBLIC_PORT !== undefined && { publicPort: Number(env.PUBLIC_PORT) }),
      ...(operatorKey !== undefined && { operatorKey }),
      ...(tickRate !== undefined && { tickRate }),
    })
    return { server, operatorKey, log, stopTracing }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Runs the server until a signal ends it. */
export async function main(): Promise<void> {
  const { server, operatorKey, log, stopTracing } = await start()
  const port = Number(env.PORT ?? '4000')
  try {
    await server.app.listen({ host, port })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      console.error(
        `Port ${port} is taken by ${portHolder(port) ?? 'another program'}: stop it, or choose another port with PORT=${port + 1}`,
      )
    else if (UNUSABLE_ADDRESS.has(code))
      console.error(`The server cannot listen on ${host}, port ${port} (${code}): correct HOST or PORT`)
    else throw error
    process.exit(1)
  }

  const metricsServer =
    env.METRICS_PORT === undefined
      ? null
      : await metricsOrExit(env.METRICS_HOST ?? '127.0.0.1', Number(env.METRICS_PORT))
  const address = server.app.server.address()
  const shown = `http://${host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address ? address.port : port}`
  // A public server with a log for machines writes only JSON lines.
  if (sandbox || !log.isLevelEnabled('info')) greet(shown, operatorKey)

  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (closing) process.exit(1)
      closing = true
      void server
        .close()
        .then(() => stopTracing?.())
        .then(() => metricsServer?.close())
        .catch((error: unknown) => log.error({ err: error }, 'the stop failed'))
        .finally(() => process.exit(0))
    })
  }
}

/** Prints the addresses for a person at a terminal. */
function greet(shown: string, operatorKey: string | undefined): void {
  console.log(`Placard: ${shown}/h5/   on a desktop: ${shown}/pc/`)
  console.log(`Log in with account ${DEMO.account}, password ${DEMO.password}; invite code ${DEMO.inviteCode}`)
  if (operatorKey !== undefined) {
    console.log(`Studio, where staff change screens and texts: ${shown}/studio/`)
    console.log(
      `Publish from a terminal with npm run catalogue publish; the key of both is ${env.PLACARD_OPERATOR_KEY ? 'PLACARD_OPERATOR_KEY' : `in ${keyFile}`}`,
    )
  }
  if (sandbox) console.log(`Codes sent by phone or e-mail: ${shown}/sandbox/outbox`)
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) void main()
