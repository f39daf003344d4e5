export { May, RoleProvider, useMay } from './May';
