/** Where a visitor was going when the login screen came between. Survives a reload of the tab, not its end. */
const KEY = 'placard.return'
let kept: string | null = null

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

export function remember(address: string): void {
  kept = address
  try {
    storage()?.setItem(KEY, address)
  } catch {
    // Kept in memory.
  }
}

export function remembered(): string | null {
  try {
    return kept ?? storage()?.getItem(KEY) ?? null
  } catch {
    return kept
  }
}

export function forget(): void {
  kept = null
  try {
    storage()?.removeItem(KEY)
  } catch {
    // Nothing was kept there.
  }
}
