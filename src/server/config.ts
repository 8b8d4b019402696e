import { readFileSync } from 'node:fs'
import type { Unbranded } from '../engine/language/values/units.ts'
import { ConfigError, configFault } from './kit/configError.ts'
import { LANGUAGES } from '../generated/languages.ts'
import { LEVER } from './modules/trading/lever/defaults.ts'
import type { Operator, OperatorServer } from '../generated/operator.ts'
import { configuration } from '../generated/validators/index.js'
import { TERMS_VERSION } from './modules/identity/terms.ts'
import { FIXED_DEPOSITS } from './modules/wealth/fixed/offer.ts'
import { settingsFault } from './modules/operators/settings/bounds.ts'
import { PROJECTS } from './modules/wealth/interest/offers.ts'
import { LOANS } from './modules/wealth/loans/offer.ts'
import { SPOT } from './modules/trading/spot/defaults.ts'

/** `app` is served as config.json; `server` stays in this process. */
export interface OperatorConfig {
  app: Operator
  server: OperatorServer
}

const DEFAULTS: Unbranded<OperatorConfig> = {
  app: {
    shortName: 'Placard',
    apiBase: '/api/',
    live: { url: '', path: '/live', protocol: 4 },
    pcUrl: '/pc/',
    restrictedCountries: ['KP', 'IL', 'CN', 'VU', 'CU'],
    languages: [...LANGUAGES],
    webviewOrigins: ['https://example.com'],
    map: { tiles: '', attribution: '' },
    idle: 0,
    termsVersion: TERMS_VERSION,
    inviteRequired: false,
    sandbox: true,
  },
  server: {
    opening: { real: { USDT: '1000' }, demo: { USDT: '100000' } },
    sessionSeconds: 30 * 24 * 3600,
    origins: [],
    seed: 1,
    exchange: { fee: '0.1', minimum: '10', maximum: '50000', quoteSeconds: 10 },
    quoteSeconds: 60,
    refillSeconds: 3600,
    deposits: [
      { channel: 'wallet', currency: 'USDT', network: 'TRC20', minimum: '10', maximum: '50000' },
      { channel: 'wallet', currency: 'USDT', network: 'ERC20', minimum: '50', maximum: '100000' },
      { channel: 'wallet', currency: 'BTC', network: 'BTC', minimum: '0.0005', maximum: '5' },
      { channel: 'wallet', currency: 'ETH', network: 'ERC20', minimum: '0.01', maximum: '100' },
      { channel: 'wallet', currency: 'TRX', network: 'TRC20', minimum: '100', maximum: '500000' },
      { channel: 'card', currency: 'USDT', network: null, minimum: '20', maximum: '20000' },
      { channel: 'card', currency: 'USD', network: null, minimum: '20', maximum: '20000' },
      { channel: 'manual', currency: 'USDT', network: null, minimum: '100', maximum: '200000' },
      { channel: 'c2c', currency: 'USDT', network: null, minimum: '50', maximum: '10000' },
    ],
    withdrawals: [
      { channel: 'wallet', currency: 'USDT', network: 'TRC20', fee: '1', minimum: '10', maximum: '50000' },
      { channel: 'wallet', currency: 'USDT', network: 'ERC20', fee: '5', minimum: '50', maximum: '100000' },
      { channel: 'wallet', currency: 'BTC', network: 'BTC', fee: '0.0002', minimum: '0.001', maximum: '5' },
      { channel: 'wallet', currency: 'ETH', network: 'ERC20', fee: '0.002', minimum: '0.01', maximum: '100' },
      { channel: 'wallet', currency: 'TRX', network: 'TRC20', fee: '2', minimum: '20', maximum: '500000' },
      { channel: 'card', currency: 'USDT', network: null, fee: '3', minimum: '20', maximum: '20000' },
      { channel: 'card', currency: 'USD', network: null, fee: '3', minimum: '20', maximum: '20000' },
    ],
    withdrawalLimits: { day: '100000', month: '1000000' },
    seconds: {
      tolerance: '0.1',
      quoteSeconds: 30,
      sale: { spread: '3', tolerance: '15', quoteSeconds: 10, lastSeconds: 5 },
      cancellation: { fee: '10', seconds: 5 },
      forex: [
        { seconds: 60, long: '70', short: '70', fee: '0', minimum: '10', maximum: '2000' },
        { seconds: 120, long: '72', short: '72', fee: '0', minimum: '10', maximum: '5000' },
        { seconds: 300, long: '75', short: '75', fee: '0', minimum: '20', maximum: '10000' },
        { seconds: 900, long: '80', short: '80', fee: '0', minimum: '50', maximum: '20000' },
      ],
      metal: [
        { seconds: 60, long: '70', short: '70', fee: '0', minimum: '10', maximum: '2000' },
        { seconds: 180, long: '75', short: '75', fee: '0', minimum: '20', maximum: '5000' },
        { seconds: 600, long: '80', short: '80', fee: '0', minimum: '50', maximum: '20000' },
      ],
      crypto: [
        { seconds: 30, long: '65', short: '65', fee: '0.5', minimum: '5', maximum: '1000' },
        { seconds: 60, long: '70', short: '70', fee: '0.5', minimum: '5', maximum: '2000' },
        { seconds: 120, long: '75', short: '75', fee: '0.5', minimum: '10', maximum: '5000' },
        { seconds: 300, long: '80', short: '80', fee: '0.5', minimum: '20', maximum: '10000' },
        { seconds: 600, long: '85', short: '85', fee: '0.5', minimum: '50', maximum: '20000' },
      ],
      symbols: {
        XLMUSDT: [{ seconds: 120, long: '70', short: '68', fee: '0.5', minimum: '10', maximum: '500' }],
        USDMXN: [],
      },
    },
    turnover: '100',
    lever: LEVER,
    trading: { enabled: true, closing: [], disabled: [], activation: ['spot', 'seconds', 'leveraged'] },
    spot: SPOT,
    projects: PROJECTS,
    fixedDeposits: FIXED_DEPOSITS,
    loans: LOANS,
    review: { identity: 30, deposit: 20, withdrawal: 20, project: 20, loan: 20 },
  },
}

export const DEFAULT_CONFIG: OperatorConfig = checkConfig(DEFAULTS, 'src/server/config.ts')

/**
 * Reads the operator's file: {"app": {…}, "server": {…}}, both optional; each field replaces the default.
 * Throws ConfigError with the path of the first fault.
 */
export function readConfig(file: string | undefined): OperatorConfig {
  if (!file) return DEFAULT_CONFIG
  const given = readFields(file)
  for (const key of Object.keys(given)) {
    if (key === 'app' || key === 'server') continue
    const part = key in DEFAULT_CONFIG.app ? 'app' : key in DEFAULT_CONFIG.server ? 'server' : undefined
    throw new ConfigError(
      `${file}: "${key}" is neither "app" nor "server"${part ? `; it belongs into "${part}": {"${part}": {"${key}": …}}` : ''}`,
    )
  }
  const config = checkConfig(
    {
      app: { ...DEFAULT_CONFIG.app, ...(given.app as object) },
      server: { ...DEFAULT_CONFIG.server, ...(given.server as object) },
    },
    file,
  )
  const fault = settingsFault(config.server)
  if (fault) throw new ConfigError(`${file}: server/${fault.path.replaceAll('.', '/')}: ${fault.problem}`)
  return config
}

function readFields(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`The operator's file ${file} cannot be read`)
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${(error as Error).message}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ConfigError(`${file}: the file is one object: {"app": {…}, "server": {…}}`)
  return content as Record<string, unknown>
}

/** Validates both parts of a configuration and returns it. Throws ConfigError with `file` and the path of the first fault. */
export function checkConfig(config: { app: unknown; server: unknown }, file: string): OperatorConfig {
  const { app, server } = config
  const { operator, operatorServer } = configuration
  if (!operator(app)) throw configFault(file, 'app', 'schemas/operator.json', operator.errors)
  if (!operatorServer(server)) throw configFault(file, 'server', 'schemas/operatorServer.json', operatorServer.errors)
  return { app, server }
}
