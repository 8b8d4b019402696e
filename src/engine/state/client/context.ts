import { createContext, useContext } from 'react'
import type { Client } from './client.ts'

const ClientContext = createContext<Client | null>(null)
export const ClientProvider = ClientContext.Provider

/** Returns the client around the caller. Throws outside of a ClientProvider. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('A component of the engine is rendered inside a ClientProvider.')
  return client
}
