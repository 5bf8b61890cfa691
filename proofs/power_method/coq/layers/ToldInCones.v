(* A vector at which a symmetric form is not positive is as short as its coordinates in a basis without a vector e
   at which the form is positive: it is in a cone beside e. Some of the coordinates may be small for another reason. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Exchange.
Open Scope R_scope.

Section Cone.
Context {S : inner_product_space} (J : S -> S) (C s : R) (e : S).
Hypothesis Sym : adjoint J J.
Hypothesis Cpos : 0 <= C.
Hypothesis Bound : forall x, vnorm (J x) <= C * vnorm x.
Hypothesis Spos : 0 <= s.
Hypothesis E1 : inner e e = 1.
Let phi := inner (J e) e - s.
Hypothesis Above : 0 < phi.
(* How wide the cone is. *)
Definition cone_width := 2 * (2 * (C * C) / phi + s + C) / phi.
Lemma cone_width_nonneg : 0 <= cone_width.
Proof.
  assert (0 <= 2 * (C * C) / phi).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, Above]. assert (Q := Rle_0_sqr C). unfold Rsqr in Q. lra. }
  unfold cone_width. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Above].
Qed.
Theorem told_in_cone (F B : list S) v r d : resolves ((e :: F) ++ B) -> inner (J v) v - s * inner v v <= 0 ->
  (cone_width + 1) * r <= 1 / 2 -> total F (fun f => inner f v * inner f v) <= r * inner v v -> 0 <= d ->
  (forall b, In b B -> Rabs (inner b v) <= d) -> vnorm v <= sqrt (2 * (cone_width + 1) * size B) * d.
Proof.
  intros Res Neg Small Normal D Each. assert (Wn := cone_width_nonneg).
  set (m := size B). assert (M0 : 0 <= m) by (apply total_nonneg; intro; lra).
  set (a := inner e v). set (g := vsub v (vscale a e)). set (G := inner g g).
  assert (Gp : 0 <= G) by apply inner_nonneg.
  assert (Ge : inner e g = 0).
  { unfold g, vsub. rewrite inner_add_r, !inner_scale_r, E1. unfold a. ring. }
  assert (Total : inner v v = a * a + G).
  { unfold G. replace v with (vadd (vscale a e) g) at 1 2 by (unfold g; vector_sums).
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ g e), Ge, E1. ring. }
  assert (Expand : inner (J v) v = a * a * inner (J e) e + 2 * a * inner (J e) g + inner (J g) g).
  { replace v with (vadd (vscale a e) g) by (unfold g; vector_sums).
    rewrite (adjoint_add J J Sym), (adjoint_scale J J Sym), !inner_add_l, !inner_add_r, !inner_scale_l,
      !inner_scale_r, (Sym g e), (inner_sym _ g (J e)). ring. }
  assert (Cross : inner (J e) g * inner (J e) g <= C * C * G).
  { eapply Rle_trans; [apply cauchy_schwarz|]. apply Rmult_le_compat_r; [exact Gp|]. rewrite <- vnorm_square.
    assert (Q := Bound e). unfold vnorm in Q at 2. rewrite E1, sqrt_1, Rmult_1_r in Q.
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  assert (Low : - (C * G) <= inner (J g) g).
  { assert (I := inner_le_vnorm (J g) g). apply Rabs_le_between in I. assert (N := vnorm_nonneg g).
    assert (H : vnorm (J g) * vnorm g <= C * vnorm g * vnorm g) by (apply Rmult_le_compat_r; auto).
    assert (Sq := vnorm_square g). fold G in Sq. rewrite Rmult_assoc, Sq in H. lra. }
  assert (Cone : a * a <= cone_width * G).
  { rewrite Expand, Total in Neg. set (c := inner (J e) g) in *.
    assert (Young : - (2 * a * c) <= phi / 2 * (a * a) + 2 / phi * (c * c)).
    { assert (Q := Rle_0_sqr (phi * a + 2 * c)). unfold Rsqr in Q. apply Rmult_le_reg_l with (2 * phi); [lra|].
      replace (2 * phi * (phi / 2 * (a * a) + 2 / phi * (c * c))) with (phi * phi * (a * a) + 4 * (c * c))
        by (field; lra). lra. }
    assert (2 / phi * (c * c) <= 2 / phi * (C * C * G)).
    { apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; [lra | exact Above] | exact Cross]. }
    assert (Phi : a * a * inner (J e) e = phi * (a * a) + s * (a * a)) by (unfold phi; ring).
    apply Rmult_le_reg_l with (phi / 2); [lra|].
    replace (phi / 2 * (cone_width * G)) with (2 / phi * (C * C * G) + (s + C) * G)
      by (unfold cone_width; field; lra).
    rewrite Rmult_plus_distr_l in Neg. lra. }
  assert (Parts : G <= r * inner v v + m * (d * d)).
  { assert (Q : inner v v = a * a + (total F (fun b => inner b v * inner b v) +
      total B (fun b => inner b v * inner b v))).
    { rewrite <- total_append. exact (Res v v). }
    assert (Bb : total B (fun b => inner b v * inner b v) <= m * (d * d)).
    { assert (Sq : forall b, In b B -> inner b v * inner b v <= d * d).
      { intros b I. assert (Cd := Each b I). apply Rabs_le_between in Cd.
        assert (0 <= (d - inner b v) * (d + inner b v)) by (apply Rmult_le_pos; lra). lra. }
      unfold m, size. rewrite <- total_scale_r. clear - Sq. induction B as [|b T IH]; cbn [total]; [lra|].
      assert (H := Sq b (or_introl eq_refl)). assert (H' := IH (fun c I => Sq c (or_intror I))). lra. }
    lra. }
  assert (Short : inner v v <= 2 * (cone_width + 1) * m * (d * d)).
  { assert (V0 := inner_nonneg S v). assert (I1 : inner v v <= (cone_width + 1) * G) by lra.
    assert (I2 : (cone_width + 1) * G <= (cone_width + 1) * (r * inner v v + m * (d * d)))
      by (apply Rmult_le_compat_l; lra).
    assert (I3 : (cone_width + 1) * r * inner v v <= 1 / 2 * inner v v) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Q0 : 0 <= 2 * (cone_width + 1) * m) by (repeat apply Rmult_le_pos; lra).
  assert (Sq := sqrt_sqrt _ Q0). set (q := sqrt _) in *.
  assert (q0 : 0 <= q) by apply sqrt_pos.
  unfold vnorm. rewrite <- (sqrt_square (q * d)) by (apply Rmult_le_pos; auto). apply sqrt_le_1_alt.
  replace (q * d * (q * d)) with (q * q * (d * d)) by ring. rewrite Sq. exact Short.
Qed.
End Cone.
