import type { Manifest, ManifestScreen } from '../engine/language/expressions/program.ts'

/** Screen of a manifest to which an address leads. */
export interface Destination {
  /** Route of the manifest; that of not-found for an unknown address. */
  route: string
  isKnown: boolean
  isTab: boolean
  /** Null when the manifest lacks even not-found. */
  entry: ManifestScreen | null
  /** Route and query: the same page, however the address spells it. */
  page: string
  params: Readonly<Record<string, string>>
}

/** Resolves an address, `/x?id=3`. `/` is the shell's entry, or Home where there is none; a trailing slash is ignored. */
export function resolveAddress({ routes, shell }: Manifest, address: string): Destination {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(address) ?? []
  const plain = path === '/' || path === '' ? (shell.entry ?? shell.home) : path.replace(/\/+$/, '')
  const known = Object.hasOwn(routes, plain) ? plain : null
  const route = known ?? shell.notFound
  return {
    route,
    isKnown: known !== null,
    isTab: shell.tabs.some((tab) => tab.route === route),
    entry: routes[route] ?? null,
    page: query === '' ? route : `${route}?${query}`,
    params: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** The address in the fragment, `/x?id=3`. */
export const currentAddress = (): string => location.hash.replace(/^#/, '') || '/'
