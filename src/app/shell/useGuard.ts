import { useEffect } from 'react'
import { closedGate, GATES } from '../../core/gates.ts'
import { useSession } from '../../state/session.ts'
import { useRuntime } from '../runtime.ts'

export interface Place {
  /** As it stands in the fragment, with its query. */
  address: string
  route: string
  access: readonly string[]
  /** Where the reader was going when a gate led here; null: nowhere else. */
  onward: string | null
}

/**
 * Whether the place may be shown. Where a gate is closed, leads to the screen that opens it, with where the reader was
 * going; once it is open, leads on to there.
 */
export function useGuard({ address, route, access, onward }: Place): boolean {
  const runtime = useRuntime()
  const { token, user } = useSession()
  const loggedIn = token !== null && user !== null
  const view = { loggedIn, user }
  const closed = closedGate(access, view)
  const { login } = runtime.library.manifest().shell
  const opened = closed === undefined && (route === login ? loggedIn : onward !== null && isOpened(route, view))

  useEffect(() => {
    if (closed !== undefined) {
      runtime.navigator.go(GATES[closed]?.route ?? login, {}, 'replace', address)
    } else if (opened) {
      runtime.leadOn()
    }
  }, [address, closed, login, opened, runtime])

  return closed === undefined && !opened
}

function isOpened(route: string, view: Parameters<typeof closedGate>[1]): boolean {
  return Object.values(GATES).some((gate) => gate.route === route && gate.open(view))
}
