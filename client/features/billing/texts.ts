/** Sentences of the specification's error catalogue (section 8), to the letter, and others in the same voice. */
export const billingTexts = {
  noneBilled:
    'Ninguna copropiedad usa facturación. Se indica al crearla, o después en sus Servicios, en Copropiedades.',
  noInformation: 'No hay información para el conjunto residencial seleccionado.',
  notLoaded: 'No se encuentra disponible la información. Intente nuevamente.',
  noUnitsOfJoint:
    'No hay inmuebles asociados al conjunto residencial seleccionado. Comunicarse con el administrador de la plataforma.',
  noOwnUnits: 'No tiene inmuebles asignados. Comunicarse con el administrador de la plataforma.',
  noBills: 'El inmueble no tiene cuentas de cobro.',
  noReceipts: 'El inmueble no tiene recibos de caja.',
  receiptFailed: 'No se puede generar el recibo de caja en estos momentos. Intente nuevamente.',
  yearMissing: 'Seleccione un año',
  monthMissing: 'Seleccione un mes',
  unitMissing: 'Seleccione un inmueble',
} as const;
