export default 'select'
