export { findAnyUpload, findUpload, openUpload, storeUpload, uploadHeaders } from './store.server';
