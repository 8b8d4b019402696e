export default 'password'
