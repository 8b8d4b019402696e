/** The prop by which an editor marks a node of a draft. A mark has no space. */
export const MARK_PROP = '#node'
/** Attribute of the elements of a marked node: the marks of all nodes that have drawn the element, the innermost first. */
export const MARK_ATTRIBUTE = 'data-node'
/** Event by which an editor asks a marked element for the values of the form of its screen; the answer is `detail.values`. */
export const VALUES_EVENT = 'placard:values'
