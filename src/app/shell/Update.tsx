import { useText } from '../../engine/state/language.ts'
import { useUpdate } from '../../engine/state/update.ts'
import css from './Shell.module.css'

/** Another build waits for the user's consent. In the first load: with a chunk missing, no other may load. */
export function Update() {
  const t = useText()
  const update = useUpdate()
  return (
    <output className={css.update}>
      {update && (
        <>
          <span>{t(update.kind === 'ready' ? 'shell.updateReady' : 'shell.updateNeeded')}</span>
          <button type="button" className={css.updateButton} onClick={update.apply}>
            {t('shell.reload')}
          </button>
        </>
      )}
    </output>
  )
}
