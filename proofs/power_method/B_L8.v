(* B-L8: what rests in a layer of self-attention, token by token. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma rests {S : inner_product_space} {Token : Type} (x s : Token -> S) (V : S -> S) tau :
  let p i := V (s i) in let alpha i := inner (V (x i)) (s i) in let y i := vadd (x i) (vscale tau (p i)) in
  let tangent i := vsub (p i) (vscale (inner (x i) (p i)) (x i)) in
  (forall i, p i = vadd (vscale (alpha i) (x i)) (tangent i)) ->
  (forall i, inner (y i) (y i) - inner (x i) (y i) ^ 2 = tau ^ 2 * inner (tangent i) (tangent i)) ->
  (forall i, inner (x i) (y i) = 1 + tau * alpha i) ->
  (forall (u : S) rho, inner u u = 1 -> 0 < rho -> vscale (/ vnorm (vscale rho u)) (vscale rho u) = u) ->
  (forall i, inner (x i) (x i) = 1) -> 0 < tau ->
  (forall i, vnorm (y i) <> 0 /\ vscale (/ vnorm (y i)) (y i) = x i) <-> forall i, exists a, p i = vscale a (x i) /\ 0 < 1 + tau * a.
Proof.
  intros p alpha y tangent Split Off Along Back Unit Step. split; intros H i; destruct (H i) as [a E].
  - assert (Y : y i = vscale (vnorm (y i)) (x i)) by (rewrite <- E, vscale_vscale, Rinv_r, vscale_one; auto).
    assert (P := Along i). assert (Q := Off i). rewrite Y, inner_scale_l, !inner_scale_r, Unit in Q. rewrite Y, inner_scale_r, Unit in P.
    exists (alpha i). rewrite <- P, (Split i), (inner_definite _ (tangent i)), vadd_zero; [split; [reflexivity|]|].
    + assert (0 <= vnorm (y i)) by apply vnorm_nonneg. lra.
    + apply Rmult_eq_reg_l with (tau ^ 2); [lra | apply pow_nonzero; lra].
  - destruct E as [E A]. assert (Y : y i = vscale (1 + tau * a) (x i)) by (unfold y; rewrite E, vscale_vscale, vadd_vscale, vscale_one; reflexivity).
    rewrite Y. split; [| apply Back; auto]. unfold vnorm. rewrite inner_scale_l, inner_scale_r, Unit, Rmult_1_r, sqrt_square; lra.
Qed.
