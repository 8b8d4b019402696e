import { findNodeAtLocation, getLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser'

export type { Node }

/** Path in a document, e.g. "body/0/children/1"; empty for the document itself. */
export type Place = string

/** Path of a member of an object. */
export const memberPlace = (object: Place, name: string): Place => (object === '' ? name : `${object}/${name}`)

export const toPath = (place: Place): JSONPath =>
  place === '' ? [] : place.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
export const toPlace = (path: JSONPath): Place => path.join('/')

/** The tree of a document with positions; of an incomplete one, what is there. */
export const parse = (text: string): Node | undefined => parseTree(text, [], { allowTrailingComma: true })

export const nodeAt = (root: Node | undefined, place: Place): Node | undefined =>
  root && findNodeAtLocation(root, toPath(place))

/** Path of the value at an offset of the text. */
export const placeAt = (text: string, offset: number): Place =>
  toPlace(getLocation(text, offset).path.filter((segment) => segment !== ''))
