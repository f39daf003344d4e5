/* Route manifests that browsers load: one for investors, one for administrators (`-staff`). An address that a manifest lacks is loaded as
   a document. */

export const staffManifestName = (list: string): string => list.replace(/\.js$/, '-staff.js');
