import { asSeconds } from '../../core/time.ts'
import { DEFAULT_LANGUAGE } from '../../core/constants.ts'
import type { Operator } from '../../generated/operator.ts'

export type Config = Operator

const SHIPPED: Config = {
  shortName: 'Placard',
  apiBase: '/api/',
  live: { url: '', path: '/live', protocol: 4 },
  pcUrl: '/pc/',
  restrictedCountries: [],
  languages: [DEFAULT_LANGUAGE],
  webviewOrigins: [],
  map: { tiles: '', attribution: '' },
  idle: asSeconds(0),
  inviteRequired: false,
  sandbox: false,
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The given value where it is of the kind of the shipped one, else the shipped one. */
function like<T>(shipped: T, given: unknown): T {
  if (Array.isArray(shipped)) return (Array.isArray(given) && given.every((one) => typeof one === 'string') ? given : shipped) as T
  if (isObject(shipped)) {
    const fields = isObject(given) ? given : {}
    return Object.fromEntries(Object.entries(shipped).map(([name, value]) => [name, like(value, fields[name])])) as T
  }
  return typeof given === typeof shipped ? (given as T) : shipped
}

/** What is missing or of another type is as the product ships it: an operator's slip must not keep everybody out. */
export function readConfig(given: unknown): Config {
  const config = like(SHIPPED, given)
  return { ...config, languages: config.languages.length > 0 ? config.languages : SHIPPED.languages, live: { ...config.live, protocol: config.live.protocol === 3 ? 3 : 4 } }
}
