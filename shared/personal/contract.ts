/** Version of the transmission contract below; a new text gets the next number, and each joint accepts again. */
export const CONTRACT_VERSION = 1;

/** Transmission contract between a joint and the operator of the server (Ley 1581 de 2012; D. 1074 de 2015, art. 2.2.2.25.5.2). */
export const contractText = `1. Partes. La copropiedad es responsable de los datos personales de sus propietarios, residentes, apoderados, empleados y proveedores. Quien opera este servidor de SCAF es su encargado.

2. Alcance. El encargado trata los datos solo por cuenta de la copropiedad y para lo que ella hace en SCAF: el registro de propietarios, las asambleas, la facturación, el recaudo y los mensajes a los propietarios. No los usa para fines propios, ni los vende ni los cede.

3. Actividades. El encargado recibe, guarda, ordena, consulta, copia como respaldo, entrega y suprime los datos, según la política de tratamiento de la copropiedad y la ley.

4. Seguridad y reserva. El encargado protege los datos, limita quién los puede ver, deja registro de los actos y guarda reserva, también después de terminado el contrato. Si conoce una violación de la seguridad, avisa a la copropiedad sin demora para que ella la informe a la Superintendencia de Industria y Comercio.

5. Consultas y reclamos. La copropiedad responde a las personas. El encargado le da los medios para conocer, corregir y suprimir los datos dentro de los plazos de los artículos 14 y 15 de la Ley 1581 de 2012.

6. Deberes de la copropiedad. Publica su política, obtiene y conserva las autorizaciones que la ley exige, y entrega datos ciertos y actualizados.

7. Otros encargados. Si el encargado se apoya en un proveedor (alojamiento o correo), responde por él y le exige estas mismas obligaciones.

8. Duración. Rige desde la aceptación y mientras la copropiedad use SCAF. Al terminar, el encargado entrega una copia de los datos y suprime los que ninguna ley exige conservar.`;
