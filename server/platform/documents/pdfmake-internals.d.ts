/** pdfmake's encoder of QR codes, which its `qr` node draws module by module. Its version is pinned. */
declare module 'pdfmake/js/qrEnc.js' {
  interface Measured {
    _canvas: { x: number; y: number }[];
  }
  interface Question {
    qr: string;
    eccLevel: string;
    version: number;
    fit: number;
  }
  const encoder: { default: { measure: (question: Question) => Measured } };
  export default encoder;
}
