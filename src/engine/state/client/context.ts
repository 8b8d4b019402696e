import { createContext, createElement, useContext, type ReactNode } from 'react'
import { useValue } from '../store.ts'
import type { Client } from './client.ts'
import type { Language } from './language.ts'

const ClientContext = createContext<Client | null>(null)
/** The language of the client. A context, not a subscription of each component: a list has thousands of them, and all change at once. */
const LanguageContext = createContext<Language | null>(null)

export function ClientProvider({ value, children }: { value: Client; children?: ReactNode }): ReactNode {
  const language = useValue(value.language.atom)
  return createElement(ClientContext, { value }, createElement(LanguageContext, { value: language }, children))
}

const OUTSIDE = 'A component of the engine is rendered inside a ClientProvider.'

/** Returns the client around the caller. Throws outside of a ClientProvider. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error(OUTSIDE)
  return client
}

/** Returns the language of the client around the caller. Throws outside of a ClientProvider. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error(OUTSIDE)
  return language
}
