/** Events after which shown data may be old; each returns its unsubscribe function. */
export interface PageEvents {
  onVisible(listener: () => void): () => void
  onOnline(listener: () => void): () => void
}

export const pageEvents: PageEvents = {
  onVisible(listener) {
    const onChange = () => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  },
  onOnline(listener) {
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  },
}
