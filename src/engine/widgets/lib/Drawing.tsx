import { useContext } from 'react'
import { HostContext } from '../../renderer/host.ts'
import css from './Drawing.module.css'

/** The product's symbol of an id, such as that of a currency. Decorative: its name is beside it. */
export function Drawing({ id }: { id: string }) {
  const host = useContext(HostContext)
  return <span className={css.drawing}>{host?.Symbol && <host.Symbol id={id} />}</span>
}
