import { useClient } from './client/context.ts'
import type { Session } from './client/session.ts'
import { useValue } from './store.ts'

export const useSession = (): Session => useValue(useClient().session.atom)
