import type { Manifest, Screen } from '../core/program.ts'
import { isHash } from './integrity.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a file is a manifest this build can run: anything else (an error page, a truncated file) must not take the place of a good one. */
export function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || !isText(value.revision) || !isObject(value.routes) || !isObject(value.locales) || !isObject(value.shell) || !isObject(value.calls)) return false
  const { tabs, home, login, notFound } = value.shell
  return (
    Array.isArray(tabs) && isText(home) && isText(login) && isText(notFound) &&
    Object.values(value.routes).every((route) => isObject(route) && isHash(route.hash) && Array.isArray(route.access) && isObject(route.requires)) &&
    Object.values(value.locales).every(isHash)
  )
}

export function isScreen(value: unknown): value is Screen {
  return (
    isObject(value) && isText(value.id) && isText(value.route) && Array.isArray(value.body) && Array.isArray(value.onShow) && Array.isArray(value.access) &&
    isObject(value.params) && isObject(value.state) && isObject(value.data) && isObject(value.calls) && isObject(value.forms)
  )
}

export function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every(isText)
}
