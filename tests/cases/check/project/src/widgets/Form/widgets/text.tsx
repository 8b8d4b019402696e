export default 'text'
