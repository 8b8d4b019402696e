import { useContext, useEffect, type ComponentProps } from 'react'
import type { CallFailure } from '../engine/language/result.ts'
import { useText } from '../engine/state/language.ts'
import { useClient } from '../engine/state/client/context.ts'
import type { Placeholders } from '../engine/renderer/host.ts'
import EmptyState from '../engine/widgets/EmptyState/EmptyState.tsx'
import ErrorState from '../engine/widgets/ErrorState/ErrorState.tsx'
import Skeleton from '../engine/widgets/Skeleton/Skeleton.tsx'
import { useRuntime } from './runtime.ts'
import { NavBarContext } from './shell/NavBarContext.ts'
import css from './shell/Shell.module.css'

function Loading() {
  const t = useText()
  return (
    <output aria-label={t('shell.loading')} className={css.skeleton}>
      <Skeleton />
    </output>
  )
}

function Failed({ failure, retry }: { failure: CallFailure; retry: () => Promise<void> }) {
  const { explain } = useRuntime()
  return <ErrorState text={explain(failure)} onRetry={retry} />
}

function Empty() {
  const t = useText()
  return <EmptyState title={t('ui.empty')} />
}

/** Old data is marked once for the whole screen, by the shell. */
function Stale({ updatedAt }: ComponentProps<Placeholders['stale']>) {
  const { staleData } = useClient()
  useEffect(() => staleData.mark(updatedAt), [staleData, updatedAt])
  return null
}

function Broken({ at, widget, why }: ComponentProps<Placeholders['broken']>) {
  const t = useText()
  if (useContext(NavBarContext)) return null
  return (
    <ErrorState
      compact
      title={t(why === 'unknown' ? 'shell.tooOldTitle' : 'shell.partFailed')}
      text={`${widget} · ${at}`}
    />
  )
}

/** Default placeholders of queries and nodes: loading, failed, empty, stale, broken. */
export const placeholders: Placeholders = {
  loading: Loading,
  failed: Failed,
  empty: Empty,
  stale: Stale,
  broken: Broken,
}
