import type { CallDef } from '../../../src/engine/language/expressions/program.ts'
import { createApi, type Api, type ApiPorts, type ToastMessage } from '../../../src/engine/transport/api.ts'

export interface ApiHarness {
  api: Api
  token: string | null
  toasts: ToastMessage[]
  relaunches: number
  busy: number
  mostBusy: number
  stored: Map<string, string>
}

/** An API client with recorded effects: toasts, sessions, stored entries. */
export function createApiHarness(
  ports: Partial<ApiPorts> & Pick<ApiPorts, 'base'>,
  defs: Record<string, CallDef>,
): ApiHarness {
  const stored = new Map<string, string>()
  const it: Omit<ApiHarness, 'api'> = { token: null, toasts: [], relaunches: 0, busy: 0, mostBusy: 0, stored }
  const api = createApi({
    lang: () => 'en',
    token: () => it.token,
    onToast: (notice) => it.toasts.push(notice),
    onSessionEnd() {
      it.token = null
      it.relaunches += 1
    },
    busy: {
      begin() {
        it.busy += 1
        it.mostBusy = Math.max(it.mostBusy, it.busy)
      },
      end() {
        it.busy -= 1
      },
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
      keys: () => [...stored.keys()],
    },
    ...ports,
  })
  api.define(defs)
  return Object.assign(it, { api })
}
