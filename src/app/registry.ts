import { lazy } from 'react'
import type { Action } from '../actions/contract.ts'
import type { Widget } from '../renderer/plan.ts'

interface Module<T> {
  default: T
}

// A folder is a unit: Name/Name.tsx, Name/Name.lazy.tsx and name/name.ts count, helpers beside them do not.
const eager = import.meta.glob<Module<Widget>>(['../widgets/*/*.tsx', '!../widgets/*/*.lazy.tsx', '!../widgets/*/*.test.tsx'], { eager: true })
const late = import.meta.glob<Module<Widget>>('../widgets/*/*.lazy.tsx')
const handlers = import.meta.glob<Module<Action>>(['../actions/*/*.ts', '!../actions/*/*.test.ts'], { eager: true })

/** The unit's name, when the file is named like its folder. */
function unitOf(path: string): string | null {
  const [, folder, file] = /([^/]+)\/([^/.]+)(?:\.lazy)?\.tsx?$/.exec(path) ?? []
  return folder !== undefined && folder === file ? folder : null
}

function collect<From, To>(found: Record<string, From>, make: (from: From) => To): Record<string, To> {
  const units = Object.create(null) as Record<string, To>
  for (const [path, from] of Object.entries(found)) {
    const name = unitOf(path)
    if (name !== null) units[name] = make(from)
  }
  return units
}

export const actions: Readonly<Record<string, Action>> = collect(handlers, (module) => module.default)
export const widgets: Readonly<Record<string, Widget>> = Object.assign(
  collect(eager, (module) => module.default),
  collect(late, (load) => lazy(load) as unknown as Widget),
)
