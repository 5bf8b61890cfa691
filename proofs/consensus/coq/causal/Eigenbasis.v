(* An orthonormal basis of eigenvectors of a symmetric operator: forms as sums over eigenvalues. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Tangent Oja Values.
Open Scope R_scope.

(* A bilinear form has a bound c |p| |q| if it has c (|p|^2 + |q|^2)/2, by scaling. *)
Lemma bound_by_scaling {S : inner_product_space} (v : S) (U : S -> S) c : adjoint U U -> 0 <= c ->
  (forall p q, inner v p = 0 -> inner v q = 0 ->
     Rabs (inner p (U q)) <= c * ((inner p p + inner q q) / 2)) -> across_bound v U c.
Proof.
  intros Sym C H p q Hp Hq. assert (Np := vnorm_nonneg p). assert (Nq := vnorm_nonneg q).
  destruct (Req_dec (vnorm p) 0) as [Zp|Pp].
  { assert (E : p = vzero) by (apply inner_definite; rewrite <- vnorm_square, Zp; ring).
    rewrite E, inner_zero_l, Rabs_R0. repeat apply Rmult_le_pos; auto using vnorm_nonneg. }
  destruct (Req_dec (vnorm q) 0) as [Zq|Pq].
  { assert (E : q = vzero) by (apply inner_definite; rewrite <- vnorm_square, Zq; ring).
    rewrite <- Sym, E, inner_zero_r, Rabs_R0. repeat apply Rmult_le_pos; auto using vnorm_nonneg. }
  specialize (H (vscale (/ vnorm p) p) (vscale (/ vnorm q) q)).
  rewrite !inner_scale_r, Hp, Hq, !Rmult_0_r in H. specialize (H eq_refl eq_refl).
  rewrite (adjoint_scale _ _ Sym), !inner_scale_l, inner_scale_r in H.
  rewrite <- (vnorm_square p), <- (vnorm_square q), !Rabs_mult in H.
  assert (Ip : 0 < / vnorm p) by (apply Rinv_0_lt_compat; lra).
  assert (Iq : 0 < / vnorm q) by (apply Rinv_0_lt_compat; lra).
  rewrite (Rabs_right (/ vnorm p)), (Rabs_right (/ vnorm q)) in H by lra.
  assert (H2 := Rmult_le_compat_l (vnorm p * vnorm q) _ _ ltac:(apply Rmult_le_pos; auto) H).
  replace (vnorm p * vnorm q * (/ vnorm p * (/ vnorm q * Rabs (inner p (U q)))))
    with (Rabs (inner p (U q))) in H2 by (field; auto).
  eapply Rle_trans; [exact H2|]. right. field. auto.
Qed.

Section Basis.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (same : Mode -> Mode -> R)
  (U : S -> S) (v : Mode -> S) (lam : Mode -> R) (top : Mode).
Hypothesis Same : kronecker same.
Hypothesis Sym : adjoint U U.
Hypothesis Eigen : forall k, U (v k) = vscale (lam k) (v k).
Hypothesis Span : forall x, x = vtotal modes (fun k => vscale (inner (v k) x) (v k)).
Lemma parseval x z : inner x z = total modes (fun k => inner (v k) x * inner (v k) z).
Proof.
  rewrite (Span x) at 1. rewrite inner_vtotal_l. apply total_ext. intro k. apply inner_scale_l.
Qed.
Lemma form_sum x z : inner x (U z) = total modes (fun k => lam k * (inner (v k) x * inner (v k) z)).
Proof.
  rewrite parseval. apply total_ext. intro k. rewrite <- (Sym (v k)), Eigen, inner_scale_l. ring.
Qed.
Lemma spectral_across c : inner (v top) (v top) = 1 -> 0 <= c ->
  (forall k, same k top = 0 -> - c <= lam k <= c) -> across_bound (v top) U c.
Proof.
  intros Pole C H. apply bound_by_scaling; auto. intros p q Hp Hq.
  rewrite form_sum, (parseval p p), (parseval q q).
  rewrite <- total_add. unfold Rdiv. rewrite <- total_scale_r, <- total_scale. apply total_abs_le. intro k.
  destruct (Req_dec (inner (v k) p) 0) as [Z|N].
  - rewrite Z, !Rmult_0_l, Rmult_0_r, Rabs_R0. assert (Q := Rle_0_sqr (inner (v k) q)). unfold Rsqr in Q.
    apply Rmult_le_pos; lra.
  - assert (Other : same k top = 0) by (apply Same; intros ->; apply N, Hp).
    specialize (H k Other). set (a := inner (v k) p). set (b := inner (v k) q).
    assert (Q1 := Rle_0_sqr (a - b)). assert (Q2 := Rle_0_sqr (a + b)). unfold Rsqr in *.
    rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le_between; lra.
Qed.
End Basis.
