import { DEFAULT_LANGUAGE } from '../../core/constants.ts'
import type { LiveConfig } from '../../transport/socket.ts'

/** The part of the operator's configuration that the app reads (schemas/operator.json). */
export interface Config {
  shortName: string
  apiBase: string
  live: LiveConfig
  pcUrl: string
  restrictedCountries: readonly string[]
  languages: readonly string[]
  webviewOrigins: readonly string[]
  sandbox: boolean
}

const FALLBACK: Config = {
  shortName: 'Placard',
  apiBase: '/api/',
  live: { url: '', path: '/live/', protocol: 4 },
  pcUrl: '/pc/',
  restrictedCountries: [],
  languages: [DEFAULT_LANGUAGE],
  webviewOrigins: [],
  sandbox: false,
}

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, other: string) => (typeof value === 'string' && value !== '' ? value : other)
const texts = (value: unknown, other: readonly string[]) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : other)

/** What is missing or of another type is as the product ships it: an operator's slip must not keep everybody out. */
export function readConfig(value: unknown): Config {
  const given = isObject(value) ? value : {}
  const live = isObject(given.live) ? given.live : {}
  const languages = texts(given.languages, FALLBACK.languages)
  return {
    shortName: text(given.shortName, FALLBACK.shortName),
    apiBase: text(given.apiBase, FALLBACK.apiBase),
    live: {
      url: typeof live.url === 'string' ? live.url : FALLBACK.live.url,
      path: text(live.path, FALLBACK.live.path),
      protocol: live.protocol === 3 ? 3 : 4,
    },
    pcUrl: text(given.pcUrl, FALLBACK.pcUrl),
    restrictedCountries: texts(given.restrictedCountries, FALLBACK.restrictedCountries),
    languages: languages.length > 0 ? languages : FALLBACK.languages,
    webviewOrigins: texts(given.webviewOrigins, FALLBACK.webviewOrigins),
    sandbox: given.sandbox === true,
  }
}
