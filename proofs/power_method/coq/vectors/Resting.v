(* What rests: a unit vector that a push and a normalisation leave where it is. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
Open Scope R_scope.

Section Resting.
Context {S : inner_product_space}.
Implicit Types x y p v w : S.
Lemma vsub_zero x y : vsub x y = vzero <-> x = y.
Proof.
  split; intro H.
  - apply inner_ext. intro z. assert (E := inner_zero_l z). rewrite <- H in E. unfold vsub in E.
    rewrite inner_add_l, inner_scale_l in E. lra.
  - rewrite H. apply vadd_opposite.
Qed.

(* x rests in the layer x -> N(x + tau p) if and only if p = a x with 1 + tau a > 0. *)
Lemma layer_rests x p tau : inner x x = 1 -> 0 < tau ->
  (sqrt (inner (vadd x (vscale tau p)) (vadd x (vscale tau p))) <> 0 /\
   vscale (/ sqrt (inner (vadd x (vscale tau p)) (vadd x (vscale tau p)))) (vadd x (vscale tau p)) = x)
  <-> exists a, p = vscale a x /\ 0 < 1 + tau * a.
Proof.
  intros X T. split.
  - set (r := sqrt _). intros [N E]. assert (Pos : 0 <= r) by apply sqrt_pos.
    exists ((r - 1) / tau). split; [|replace (1 + tau * ((r - 1) / tau)) with r by (field; lra); lra].
    apply inner_ext. intro z. assert (Z : inner (vadd x (vscale tau p)) z = r * inner x z).
    { rewrite <- E at 2. rewrite inner_scale_l. field. exact N. }
    rewrite inner_add_l, inner_scale_l in Z. rewrite inner_scale_l.
    apply Rmult_eq_reg_l with tau; [|lra]. replace (tau * ((r - 1) / tau * inner x z))
      with (r * inner x z - inner x z) by (field; lra). lra.
  - intros [a [-> A]]. replace (vadd x (vscale tau (vscale a x))) with (vscale (1 + tau * a) x).
    2: { apply inner_ext. intro z. rewrite inner_add_l, !inner_scale_l. ring. }
    rewrite inner_scale_l, inner_scale_r, X, Rmult_1_r, sqrt_square by lra. split; [lra|].
    rewrite vscale_vscale, Rinv_l, vscale_one by lra. reflexivity.
Qed.
End Resting.
