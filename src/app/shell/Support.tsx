import { useEffect, useState } from 'react'
import { lazyComponent } from '../../engine/renderer/nodes/lazyComponent.ts'
import { useText } from '../../engine/state/language.ts'
import { useRuntime } from '../runtime.ts'
import { Boundary } from './Boundary.tsx'

const FloatingButton = lazyComponent(() => import('../../engine/widgets/FloatingButton/FloatingButton.lazy.tsx'))
/** Delay in ms: the screen loads before its button. */
const AFTER_MS = 600

/** Opens the first customer-service contact. */
export function Support() {
  const t = useText()
  const { contacts, openLink, toast } = useRuntime()
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const open = async () => {
    // Normally fetched at the start: only then is this still within the user's gesture, which a new window needs.
    const first = contacts.first() ?? (await contacts.fetch())
    if (first) openLink(first.url, 'window')
    else toast(t('shell.supportMissing'), { tone: 'error' })
  }
  return due ? (
    <Boundary fallback={nothing}>
      <FloatingButton label={t('shell.support')} icon="headset" storageKey="support" onPress={open} />
    </Boundary>
  ) : null
}

const nothing = () => null
