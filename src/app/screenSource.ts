import type { Catalogue } from '../engine/catalogue/catalogue.ts'

/** The app's use of the catalogue. */
export type ScreenSource = Pick<
  Catalogue,
  'manifest' | 'watch' | 'screen' | 'peek' | 'validators' | 'peekValidators' | 'texts' | 'refresh'
>
