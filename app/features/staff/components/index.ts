export { May, MayLink, RoleProvider, useMay } from './May';
