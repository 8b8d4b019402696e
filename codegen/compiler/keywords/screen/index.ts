import { fieldsOf } from '../../lower/readFields.ts'
import { access } from './access.ts'
import { allow } from './allow.ts'
import { body } from './body.ts'
import { description } from './description.ts'
import { id } from './id.ts'
import { navigationBar } from './navigationBar.ts'
import { onShow } from './onShow.ts'
import { params } from './params.ts'
import { queries } from './queries.ts'
import { route } from './route.ts'
import { schemaLine } from './schemaLine.ts'
import type { ScreenKeyword } from './screenKeyword.ts'
import { state } from './state.ts'
import { title } from './title.ts'
import { toolbar } from './toolbar.ts'

/** In the order of evaluation: steps depend on the queries above them. */
export const SCREEN_KEYWORDS: readonly ScreenKeyword[] = [
  schemaLine,
  id,
  description,
  route,
  title,
  navigationBar,
  access,
  params,
  state,
  queries,
  onShow,
  toolbar,
  body,
  allow,
]

export const SCREEN_FIELDS = fieldsOf(SCREEN_KEYWORDS)
