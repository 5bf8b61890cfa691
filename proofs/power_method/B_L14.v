(* B-L14: blocks along eigenvectors, their real eigenvalues, and what disagrees within a group. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet.
From Claimed Require Import B_L14.
Open Scope R_scope.

(* The roots of a polynomial whose discriminant is (a - d)^2 + 4 b c. *)
Lemma real_roots a d o : 0 <= o -> exists x y, x + y = a + d /\ x * y = a * d - o /\ (0 < o -> x < y).
Proof.
  intro O. assert (Q := Rle_0_sqr (a - d)). unfold Rsqr in Q. set (s := (a - d) * (a - d) + 4 * o).
  assert (S : sqrt s * sqrt s = s) by (apply sqrt_sqrt; unfold s; lra).
  exists ((a + d - sqrt s) / 2), ((a + d + sqrt s) / 2). split; [field|]. split.
  - replace ((a + d - sqrt s) / 2 * ((a + d + sqrt s) / 2)) with (((a + d) * (a + d) - sqrt s * sqrt s) / 4) by field.
    rewrite S. unfold s. field.
  - intro P. assert (0 < sqrt s) by (apply sqrt_lt_R0; unfold s; lra). lra.
Qed.

Theorem proof : B_L14.
Proof.
  intros Space Token tokens Mode modes eps tau lam p E q v V same r _ ET EM AV _ _ _ Eigen Tau HE Signs Diff Size P1 Q1 Rp Rm.
  assert (LV := adjoint_linear V V AV).
  assert (PE : 0 < p * E) by (apply Rmult_lt_0_compat; lra). assert (QE : 0 < q * E) by (apply Rmult_lt_0_compat; lra).
  set (plus := p * E + q) in *. set (minus := q * E + p) in *.
  assert (A : 0 < plus) by (unfold plus; lra). assert (B : 0 < minus) by (unfold minus; lra).
  set (rp := 1 + tau * lam r * ((p * E - q) / plus)) in *. set (rm := 1 + tau * lam r * ((q * E - p) / minus)) in *.
  assert (Sign : forall i, eps i = 1 \/ eps i = -1).
  { intro i. assert (Q := Signs i). assert (Z : (eps i - 1) * (eps i + 1) = 0) by lra.
    destruct (Rmult_integral _ _ Z); [left | right]; lra. }
  assert (Pull : forall (f : Token -> R) c (y : Space), total tokens f = c ->
    vtotal tokens (fun j => vscale (f j) y) = vscale c y).
  { intros f c y H. apply inner_ext. intro z. rewrite inner_vtotal_l, inner_scale_l, <- H, <- total_scale_r.
    apply total_ext. intro j. apply inner_scale_l. }
  assert (Scaled : forall (f g : Token -> R) (y : Space), vtotal tokens (fun j => vscale (f j) (vscale (g j) y)) =
    vscale (total tokens (fun j => f j * g j)) y).
  { intros f g y. rewrite <- (Pull (fun j => f j * g j) _ y eq_refl). apply inner_ext. intro z. rewrite !inner_vtotal_l.
    apply total_ext. intro j. rewrite !inner_scale_l. ring. }
  assert (Ones : total tokens (fun _ => 1) = p + q) by exact Size.
  assert (Balance : total tokens eps = p - q) by exact Diff.
  split; [|split; [|split]].
  - intros k x y i. repeat (split; [apply Rgt_not_eq; assumption|]).
    assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * (((1 + eps j) * x + (1 - eps j) * y) / 2)) =
      ((E + 1) * (x + y) / 4 + (E - 1) * eps i * (x - y) / 4) * (p + q) +
      ((E + 1) * (x - y) / 4 + (E - 1) * eps i * (x + y) / 4) * (p - q)).
    { rewrite <- Ones, <- Balance, <- !total_scale, <- total_add. apply total_ext. intro j.
      destruct (Sign j) as [-> | ->]; field. }
    rewrite Scaled, Sum, (proj2 LV), Eigen, !vscale_vscale, <- vadd_vscale, vscale_vscale. f_equal.
    destruct (Sign i) as [-> | ->]; unfold plus, minus in *; field; repeat split; lra.
  - intro k. assert (Share : 0 < q * / plus * / rp * (p * / minus * / rm)).
    { repeat apply Rmult_lt_0_compat; try lra; apply Rinv_0_lt_compat; assumption. }
    destruct (real_roots ((1 + tau * lam k * (p * E / plus)) / rp) ((1 + tau * lam k * (q * E / minus)) / rm)
      (tau * lam k * (q / plus) / rp * (tau * lam k * (p / minus) / rm))) as [x [y [S [D L]]]].
    + replace (tau * lam k * (q / plus) / rp * (tau * lam k * (p / minus) / rm)) with
        (tau * tau * (lam k * lam k) * (q * / plus * / rp * (p * / minus * / rm))) by (field; repeat split; lra).
      assert (0 <= lam k * lam k) by apply Rle_0_sqr.
      apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos; lra | assumption] | lra].
    + exists x, y. split; [repeat (split; [apply Rgt_not_eq; assumption|]); exact S|].
      split; [repeat (split; [apply Rgt_not_eq; assumption|]); exact D|]. intro K. apply L.
      replace (tau * lam k * (q / plus) / rp * (tau * lam k * (p / minus) / rm)) with
        (tau * tau * (lam k ^ 2) * (q * / plus * / rp * (p * / minus * / rm))) by (field; repeat split; lra).
      apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact K] | exact Share].
  - intros c z _ Zero i. repeat (split; [apply Rgt_not_eq; assumption|]).
    assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * ((1 + 1 * eps j) * c j)) = 0).
    { transitivity ((E + 1 + (E - 1) * eps i) / 2 * total tokens (fun j => (1 + 1 * eps j) * c j)); [|rewrite Zero; ring].
      rewrite <- total_scale. apply total_ext. intro j. destruct (Sign j) as [-> | ->]; field. }
    rewrite Scaled, Sum, (proj2 LV). destruct (Sign i) as [-> | ->]; vector_sums; field; lra.
  - intros c z _ Zero i. repeat (split; [apply Rgt_not_eq; assumption|]).
    assert (Sum : total tokens (fun j => (E + 1 + (E - 1) * eps i * eps j) / 2 * ((1 - eps j) * c j)) = 0).
    { transitivity ((E + 1 - (E - 1) * eps i) / 2 * total tokens (fun j => (1 - eps j) * c j)); [|rewrite Zero; ring].
      rewrite <- total_scale. apply total_ext. intro j. destruct (Sign j) as [-> | ->]; field. }
    rewrite Scaled, Sum, (proj2 LV). destruct (Sign i) as [-> | ->]; vector_sums; field; lra.
Qed.
