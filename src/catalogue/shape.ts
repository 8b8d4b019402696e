import type { Manifest, Screen } from '../core/program.ts'
import { isHash, isModuleHash } from './integrity.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** Which revision is live, as a server tells it. */
export interface Pointer {
  /** Grows with every change of what is live. */
  seq: number
  revision: string
  /** The seq of the latest change that was urgent; 0 when none was. */
  urgent: number
  /** Latest first: what a build may turn to that cannot draw the live one. */
  recent: string[]
}

export function isPointer(value: unknown): value is Pointer {
  return isObject(value) && Number.isSafeInteger(value.seq) && isHash(value.revision) && Number.isSafeInteger(value.urgent) && Array.isArray(value.recent) && value.recent.every(isHash)
}

/** Whether a file is a manifest this build can run: anything else (an error page, a truncated file) must not take the place of a good one. */
export function isManifest(value: unknown): value is Manifest {
  return isObject(value) && isHash(value.revision) && isBody(value)
}

/** A manifest as it stands under its own hash. */
export function isBody(value: unknown): value is Omit<Manifest, 'revision'> {
  if (!isObject(value) || !isObject(value.routes) || !isObject(value.locales) || !isObject(value.shell) || !isObject(value.calls)) return false
  const { tabs, home, login, notFound } = value.shell
  return (
    Array.isArray(tabs) && isText(home) && isText(login) && isText(notFound) &&
    Object.values(value.routes).every((route) => isObject(route) && isHash(route.hash) && Array.isArray(route.access) && isRequired(route.requires) && (route.validators === undefined || (Array.isArray(route.validators) && route.validators.every(isModuleHash)))) &&
    Object.values(value.locales).every(isHash)
  )
}

const isRequired = (value: unknown): boolean => isObject(value) && [value.widgets, value.actions, value.functions].every((names) => Array.isArray(names) && names.every(isText))

export function isScreen(value: unknown): value is Screen {
  return (
    isObject(value) && isText(value.id) && isText(value.route) && Array.isArray(value.body) && (value.bar === undefined || Array.isArray(value.bar)) && Array.isArray(value.onShow) && Array.isArray(value.access) &&
    isObject(value.params) && isObject(value.state) && (value.begins === undefined || isObject(value.begins)) && isObject(value.data) && isObject(value.calls) && isObject(value.forms)
  )
}

export function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every(isText)
}
