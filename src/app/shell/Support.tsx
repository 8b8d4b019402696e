import { useText } from '../../state/language.ts'
import FloatingButton from '../../widgets/FloatingButton/FloatingButton.tsx'
import { useRuntime } from '../runtime.ts'

/** Opens the first customer-service contact. */
export function Support() {
  const t = useText()
  const { contacts, openLink, toast } = useRuntime()
  const open = async () => {
    // Known since the start as a rule: only then is this still the reader's own gesture, which a new window needs.
    const first = contacts.first() ?? (await contacts.fetch())
    if (first) openLink(first.url, 'window')
    else toast(t('shell.supportMissing'), { tone: 'error' })
  }
  return <FloatingButton label={t('shell.support')} icon="headset" storageKey="support" onPress={open} />
}
