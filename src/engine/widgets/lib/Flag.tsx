import { lazyComponent } from '../../renderer/nodes/lazyComponent.ts'
import css from './Flag.module.css'

const FlagImage = lazyComponent(() => import('./FlagImage.lazy.tsx'))

/** The flag of a country, ISO 3166-1 alpha-2. Decorative: the country's name is beside it. */
export const Flag = ({ country }: { country: string }) => (
  <FlagImage country={country} className={css.flag} fallback={<span className={css.flag} />} />
)
