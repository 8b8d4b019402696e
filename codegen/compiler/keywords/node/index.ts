import { fieldsOf } from '../../lower/readFields.ts'
import { allow } from './allow.ts'
import { children } from './children.ts'
import { each } from './each.ts'
import { fallback } from './fallback.ts'
import { key } from './key.ts'
import { letNames } from './let.ts'
import { loading } from './loading.ts'
import type { NodeKeyword } from './nodeKeyword.ts'
import { on } from './on.ts'
import { part } from './part.ts'
import { props } from './props.ts'
import { showErrorOf } from './showErrorOf.ts'
import { slots } from './slots.ts'
import { visible } from './visible.ts'
import { waitFor } from './waitFor.ts'
import { widget } from './widget.ts'

/** In the order of evaluation: the scope of a keyword has what the keywords above it add. */
export const NODE_KEYWORDS: readonly NodeKeyword[] = [
  widget,
  part,
  waitFor,
  loading,
  each,
  key,
  letNames,
  visible,
  fallback,
  showErrorOf,
  props,
  on,
  children,
  slots,
  allow,
]

export const WIDGET_FIELDS = fieldsOf(NODE_KEYWORDS.filter((nodeKeyword) => nodeKeyword.of !== 'part'))
export const PART_FIELDS = fieldsOf(NODE_KEYWORDS.filter((nodeKeyword) => nodeKeyword.of !== 'widget'))
